-- A store of the sixth schema, as sqlite3's .dump shows one; see tests/sync/store/test_schema.py.
PRAGMA application_id = 1112436589;
PRAGMA user_version = 6;
BEGIN TRANSACTION;
CREATE TABLE comments (
    post INTEGER NOT NULL REFERENCES posts, number INTEGER NOT NULL, author TEXT NOT NULL, at TEXT, icons TEXT NOT NULL,
    text TEXT NOT NULL, id TEXT NOT NULL, shift INTEGER NOT NULL, PRIMARY KEY (post, number)) WITHOUT ROWID;
INSERT INTO "comments" VALUES(1,0,'Bo','2024-01-19T12:00:00Z','[{"name":"for"}]','Fine.','c0',0);
INSERT INTO "comments" VALUES(1,1,'Cy','2024-01-19T13:00:00Z','[{"name":"against"}]','Fine.','c1',0);
INSERT INTO "comments" VALUES(2,0,'Bo','2024-01-19T12:00:00Z','[{"name":"for"}]','Fine.','c0',0);
INSERT INTO "comments" VALUES(2,1,'Cy','2024-01-19T13:00:00Z','[{"name":"against"}]','Fine.','c1',0);
INSERT INTO "comments" VALUES(3,0,'Bo','2024-01-19T12:00:00Z','[{"name":"for"}]','Fine.','c0',0);
INSERT INTO "comments" VALUES(3,1,'Cy','2024-01-19T13:00:00Z','[{"name":"against"}]','Fine.','c1',0);
CREATE TABLE cursors (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "cursors" VALUES('wiki','2024');
CREATE TABLE findings (
    fingerprint TEXT PRIMARY KEY, code TEXT NOT NULL, severity TEXT NOT NULL, subject_kind TEXT NOT NULL, subject TEXT NOT NULL,
    url TEXT, message TEXT NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE journal (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, place TEXT NOT NULL, mark TEXT NOT NULL, state TEXT NOT NULL,
    began TEXT NOT NULL, ended TEXT, account TEXT NOT NULL, summary TEXT NOT NULL, findings TEXT NOT NULL,
    base_revid INTEGER, new_revid INTEGER, undoes INTEGER REFERENCES journal, url TEXT, why TEXT, changes TEXT NOT NULL,
    text INTEGER NOT NULL REFERENCES texts, before INTEGER REFERENCES texts);
CREATE TABLE listings (
    url TEXT PRIMARY KEY, kind TEXT NOT NULL, digest TEXT NOT NULL, posts TEXT NOT NULL, seen TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "listings" VALUES('https://blog.example/','front','ZGlnZXN0','["lamps"]','2024-01-21T12:00:00Z');
CREATE TABLE post_contents (
    id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT NOT NULL, category TEXT NOT NULL, author TEXT NOT NULL, posted TEXT,
    status TEXT NOT NULL, subject TEXT NOT NULL, tags TEXT NOT NULL, closed TEXT, note TEXT, body TEXT NOT NULL, words INTEGER NOT NULL, markup TEXT);
INSERT INTO "post_contents" VALUES(1,'https://blog.example/archive/old','Proposal: Lamps [Core]','proposal','Ana','2023-03-26T12:00:00Z','pending','Lamps [Core]','["Core"]',NULL,NULL,'Let there be lamps.',4,NULL);
INSERT INTO "post_contents" VALUES(2,'https://blog.example/archive/lamps','Proposal: Lamps [Core]','proposal','Ana','2024-01-18T12:00:00Z','pending','Lamps [Core]','["Core"]',NULL,NULL,'Let there be lamps.',4,NULL);
INSERT INTO "post_contents" VALUES(3,'https://blog.example/archive/undated','Proposal: Lamps [Core]','story-post','Ana',NULL,'pending','Lamps [Core]','["Core"]',NULL,NULL,'Let there be lamps.',4,NULL);
INSERT INTO "post_contents" VALUES(4,'https://blog.example/archive/old','Proposal: Lamps [Core]','proposal','Ana','2023-03-26T12:00:00Z','enacted','Lamps [Core]','["Core"]','2024-01-20T11:00:00Z','{"text":"Quorum reached, 5-0.","outcome":"enacted","for_":5,"against":0}','Let there be lamps.',4,NULL);
CREATE TABLE post_seen (post INTEGER PRIMARY KEY REFERENCES posts, at INTEGER NOT NULL, comments_at INTEGER);
INSERT INTO "post_seen" VALUES(1,1705838400,1705838400);
INSERT INTO "post_seen" VALUES(2,1705838400,1705838400);
INSERT INTO "post_seen" VALUES(3,1705838400,1705838400);
CREATE TABLE post_versions (
    post INTEGER NOT NULL REFERENCES posts, number INTEGER NOT NULL, run INTEGER NOT NULL REFERENCES runs,
    first_seen TEXT NOT NULL, last_seen TEXT, comments_seen TEXT, content INTEGER NOT NULL REFERENCES post_contents,
    comment_count INTEGER, shown INTEGER, PRIMARY KEY (post, number)) WITHOUT ROWID;
INSERT INTO "post_versions" VALUES(1,1,1,'2024-01-20T12:00:00Z','2024-01-20T12:00:00Z','2024-01-20T12:00:00Z',1,2,2);
INSERT INTO "post_versions" VALUES(1,2,2,'2024-01-21T12:00:00Z',NULL,NULL,4,2,2);
INSERT INTO "post_versions" VALUES(2,1,2,'2024-01-21T12:00:00Z',NULL,NULL,2,2,2);
INSERT INTO "post_versions" VALUES(3,1,2,'2024-01-21T12:00:00Z',NULL,NULL,3,2,2);
CREATE TABLE posts (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, run INTEGER NOT NULL REFERENCES runs, place INTEGER NOT NULL,
    made TEXT NOT NULL, pending INTEGER NOT NULL, gone TEXT);
INSERT INTO "posts" VALUES(1,'old',1,3,'2023-03-26T12:00:00Z',0,NULL);
INSERT INTO "posts" VALUES(2,'lamps',2,3,'2024-01-18T12:00:00Z',1,NULL);
INSERT INTO "posts" VALUES(3,'undated',2,3,'2024-01-21T12:00:00Z',0,NULL);
CREATE TABLE requests (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, url TEXT NOT NULL, status INTEGER, error TEXT,
    bytes INTEGER NOT NULL, milliseconds INTEGER NOT NULL);
INSERT INTO "requests" VALUES(1,2,'https://blog.example/',200,NULL,512,0);
CREATE TABLE revisions (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, revid INTEGER NOT NULL, parentid INTEGER NOT NULL, timestamp TEXT NOT NULL,
    user TEXT, comment TEXT, text INTEGER REFERENCES texts, withheld TEXT NOT NULL);
INSERT INTO "revisions" VALUES(1,'Ruleset',7,6,'2024-01-20T19:00:00Z','Ana','enacted',1,'[]');
CREATE TABLE rosters (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL,
    active TEXT NOT NULL, idle TEXT NOT NULL, admins TEXT NOT NULL, stated_players INTEGER, stated_quorum INTEGER, dormant INTEGER);
INSERT INTO "rosters" VALUES(1,1,'2024-01-20T12:00:00Z','2024-01-20T12:00:00Z','["Ana","Bo"]','["Cy"]','["Ana","Cy"]',2,2,NULL);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, reader TEXT NOT NULL, began TEXT NOT NULL, ended TEXT,
    complete INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '');
INSERT INTO "runs" VALUES(1,'blog','test 1','2024-01-20T12:00:00Z','2024-01-20T12:00:00Z',1,'');
INSERT INTO "runs" VALUES(2,'blog','test 1','2024-01-21T12:00:00Z','2024-01-21T12:00:00Z',1,'');
CREATE TABLE schema_steps (schema INTEGER PRIMARY KEY, at TEXT NOT NULL);
INSERT INTO "schema_steps" VALUES(6,'2024-01-20T12:00:00Z');
CREATE TABLE sections (
    id INTEGER PRIMARY KEY AUTOINCREMENT, sha256 TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, zlib BLOB NOT NULL);
INSERT INTO "sections" VALUES(1,'d773094c77c60b20997e9027705bd299721bcb745a4f69e974982130ee90313a',22,X'78DAB3B555F049CC2D2856B0B5E5F2CF4B55484D4CCED0E3020048D10647');
CREATE TABLE shown_comments (
    post INTEGER NOT NULL REFERENCES posts, version INTEGER NOT NULL, place INTEGER NOT NULL, first INTEGER NOT NULL,
    last INTEGER NOT NULL, PRIMARY KEY (post, version, place)) WITHOUT ROWID;
INSERT INTO "shown_comments" VALUES(1,1,0,0,1);
INSERT INTO "shown_comments" VALUES(1,2,0,0,1);
INSERT INTO "shown_comments" VALUES(2,1,0,0,1);
INSERT INTO "shown_comments" VALUES(3,1,0,0,1);
CREATE TABLE texts (id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, sections TEXT NOT NULL DEFAULT '[]');
INSERT INTO "texts" VALUES(1,'080a9ed428559ef602668b4c00f114f1a11c3f6b02a435f0bdc154578e4d7f22',22,'[1]');
CREATE VIEW post_sightings AS
    SELECT post, strftime('%Y-%m-%dT%H:%M:%SZ', at, 'unixepoch') AS seen,
        strftime('%Y-%m-%dT%H:%M:%SZ', comments_at, 'unixepoch') AS comments_seen
    FROM post_seen;
CREATE INDEX revisions_of_page ON revisions (title, revid);
CREATE INDEX journal_at_place ON journal (place, id);
CREATE INDEX journal_in_state ON journal (state, began);
CREATE VIEW post_history AS
    SELECT posts.key AS post, version.first_seen, coalesce(version.last_seen, sighting.seen) AS last_seen,
        version.last_seen IS NULL AS latest, posts.gone, content.title, content.category, content.status, content.author,
        content.posted, content.closed, content.tags, json_extract(content.note, '$.text') AS note, version.comment_count,
        content.url, content.body, runs.reader
    FROM posts JOIN post_sightings AS sighting ON sighting.post = posts.id JOIN post_versions AS version ON version.post = posts.id
        JOIN post_contents AS content ON content.id = version.content LEFT JOIN runs ON runs.id = version.run;
CREATE VIEW latest_posts AS SELECT * FROM post_history WHERE latest;
CREATE VIEW comment_history AS
    SELECT posts.key AS post, comments.number, comments.author, comments.at, comments.icons, comments.text, comments.id,
        min(version.first_seen) AS first_seen,
        max(CASE WHEN version.last_seen IS NULL THEN coalesce(sighting.comments_seen, version.first_seen)
            ELSE coalesce(version.comments_seen, version.first_seen) END) AS last_seen,
        max(version.last_seen IS NULL) AS latest
    FROM posts JOIN comments ON comments.post = posts.id JOIN post_sightings AS sighting ON sighting.post = posts.id
        JOIN shown_comments AS shown ON shown.post = posts.id AND comments.number BETWEEN shown.first AND shown.last
        JOIN post_versions AS version ON version.post = posts.id AND version.number = shown.version
    GROUP BY posts.key, comments.number;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('sections',1);
COMMIT;
