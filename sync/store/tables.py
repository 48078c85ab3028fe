"""The tables and views. docs/store.md says what each of them is for.

Times are ISO 8601 text in UTC (``2024-01-20T12:00:00Z``), so they sort as text. Only ``post_seen``, which every pull
rewrites, has seconds since 1970; ``post_sightings`` shows them as text.
"""

from __future__ import annotations

from sync.store.database import Database

__all__ = ["create_tables"]

_TABLES = """
CREATE TABLE created (at TEXT NOT NULL);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, reader TEXT NOT NULL, began TEXT NOT NULL, ended TEXT,
    complete INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '');
CREATE TABLE requests (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, url TEXT NOT NULL, status INTEGER, error TEXT,
    bytes INTEGER NOT NULL, milliseconds INTEGER NOT NULL);

CREATE TABLE posts (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, run INTEGER NOT NULL REFERENCES runs, place INTEGER NOT NULL,
    made TEXT NOT NULL, pending INTEGER NOT NULL, gone TEXT);
CREATE TABLE post_seen (post INTEGER PRIMARY KEY REFERENCES posts, at INTEGER NOT NULL, comments_at INTEGER);
CREATE VIEW post_sightings AS
    SELECT post, strftime('%Y-%m-%dT%H:%M:%SZ', at, 'unixepoch') AS seen,
        strftime('%Y-%m-%dT%H:%M:%SZ', comments_at, 'unixepoch') AS comments_seen
    FROM post_seen;
CREATE TABLE post_contents (
    id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT NOT NULL, category TEXT NOT NULL, author TEXT NOT NULL, posted TEXT,
    status TEXT NOT NULL, subject TEXT NOT NULL, tags TEXT NOT NULL, closed TEXT, note TEXT, body TEXT NOT NULL, words INTEGER NOT NULL,
    markup TEXT);
CREATE TABLE post_versions (
    post INTEGER NOT NULL REFERENCES posts, number INTEGER NOT NULL, run INTEGER NOT NULL REFERENCES runs,
    first_seen TEXT NOT NULL, last_seen TEXT, comments_seen TEXT, content INTEGER NOT NULL REFERENCES post_contents,
    comment_count INTEGER, shown INTEGER, PRIMARY KEY (post, number)) WITHOUT ROWID;
CREATE TABLE comments (
    post INTEGER NOT NULL REFERENCES posts, number INTEGER NOT NULL, author TEXT NOT NULL, at TEXT, icons TEXT NOT NULL,
    text TEXT NOT NULL, id TEXT NOT NULL, shift INTEGER NOT NULL, PRIMARY KEY (post, number)) WITHOUT ROWID;
CREATE TABLE shown_comments (
    post INTEGER NOT NULL REFERENCES posts, version INTEGER NOT NULL, place INTEGER NOT NULL, first INTEGER NOT NULL,
    last INTEGER NOT NULL, PRIMARY KEY (post, version, place)) WITHOUT ROWID;

CREATE TABLE rosters (
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL,
    active TEXT NOT NULL, idle TEXT NOT NULL, admins TEXT NOT NULL, stated_players INTEGER, stated_quorum INTEGER, dormant INTEGER);
CREATE TABLE listings (
    url TEXT PRIMARY KEY, kind TEXT NOT NULL, digest TEXT NOT NULL, posts TEXT NOT NULL, seen TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE cursors (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE texts (id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, zlib BLOB NOT NULL);
CREATE TABLE revisions (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, revid INTEGER NOT NULL, parentid INTEGER NOT NULL, timestamp TEXT NOT NULL,
    user TEXT, comment TEXT, text INTEGER REFERENCES texts, withheld TEXT NOT NULL);
CREATE INDEX revisions_of_page ON revisions (title, revid);

CREATE TABLE journal (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, place TEXT NOT NULL, mark TEXT NOT NULL, state TEXT NOT NULL,
    began TEXT NOT NULL, ended TEXT, account TEXT NOT NULL, summary TEXT NOT NULL, findings TEXT NOT NULL,
    base_revid INTEGER, new_revid INTEGER, undoes INTEGER REFERENCES journal, url TEXT, why TEXT, changes TEXT NOT NULL,
    text INTEGER NOT NULL REFERENCES texts, before INTEGER REFERENCES texts);
CREATE INDEX journal_at_place ON journal (place, id);
CREATE INDEX journal_in_state ON journal (state, began);

CREATE TABLE findings (
    fingerprint TEXT PRIMARY KEY, code TEXT NOT NULL, severity TEXT NOT NULL, subject_kind TEXT NOT NULL, subject TEXT NOT NULL,
    url TEXT, message TEXT NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL) WITHOUT ROWID;

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
    GROUP BY posts.key, comments.number
"""


def create_tables(db: Database) -> None:
    """Within a transaction, create the tables and views of this schema."""
    for statement in _TABLES.split(";"):
        db.run(statement)
