"""The tables and views; docs/store.md says what each of them is for. Times are ISO 8601 text in UTC, so they sort as text."""

from __future__ import annotations

APPLICATION = 0x424E6F6D
"""SQLite's `application_id` in our files: BNom."""

SCHEMA = 9
"""SQLite's `user_version`; a store of another schema is refused."""

_POST = ("url", "title", "category", "author", "posted", "status", "tags", "closed", "body")
_COMMENT = ("author", "at", "icons", "text", "id")

TABLES = """
CREATE TABLE notes (book TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (book, name)) WITHOUT ROWID;

CREATE TABLE posts (
    key TEXT PRIMARY KEY, run TEXT NOT NULL, place INTEGER NOT NULL, made TEXT NOT NULL, pending INTEGER NOT NULL,
    ascended TEXT,
    seen TEXT NOT NULL, comments_seen TEXT, gone TEXT);
CREATE INDEX ascensions ON posts (ascended) WHERE ascended IS NOT NULL;
CREATE TABLE post_contents (id INTEGER PRIMARY KEY, json TEXT NOT NULL);
CREATE TABLE post_versions (
    post TEXT NOT NULL REFERENCES posts, number INTEGER NOT NULL, reader TEXT NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT,
    content INTEGER NOT NULL REFERENCES post_contents, comment_count INTEGER, comments TEXT, PRIMARY KEY (post, number)) WITHOUT ROWID;

CREATE TABLE rosters (
    id INTEGER PRIMARY KEY, reader TEXT NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL, json TEXT NOT NULL);

CREATE TABLE texts (id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, bytes INTEGER NOT NULL, zlib BLOB NOT NULL);
CREATE TABLE revisions (
    title TEXT NOT NULL, revid INTEGER NOT NULL, parentid INTEGER NOT NULL, timestamp TEXT NOT NULL, user TEXT, comment TEXT,
    text INTEGER REFERENCES texts, withheld TEXT NOT NULL, PRIMARY KEY (title, revid)) WITHOUT ROWID;

CREATE TABLE journal (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, place TEXT NOT NULL, state TEXT NOT NULL, began TEXT NOT NULL, ended TEXT,
    new_revid INTEGER, undoes INTEGER REFERENCES journal, url TEXT, why TEXT, json TEXT NOT NULL,
    text INTEGER NOT NULL REFERENCES texts, before INTEGER REFERENCES texts);
CREATE INDEX journal_at_place ON journal (place, id);

CREATE TABLE findings (
    fingerprint TEXT PRIMARY KEY, code TEXT NOT NULL, severity TEXT NOT NULL, subject_kind TEXT NOT NULL, subject TEXT NOT NULL,
    url TEXT, message TEXT NOT NULL, first_seen TEXT NOT NULL, last_seen TEXT NOT NULL) WITHOUT ROWID;

CREATE VIEW post_history AS
    SELECT post, first_seen, coalesce(last_seen, seen) AS last_seen, last_seen IS NULL AS latest, gone, FIELDS_OF_POST,
        json_extract(json, '$.note.text') AS note, comment_count, reader
    FROM posts JOIN post_versions ON post = key JOIN post_contents ON id = content;
CREATE VIEW latest_posts AS SELECT * FROM post_history WHERE latest;
CREATE VIEW comment_history AS
    SELECT post, min(each.key) AS number, FIELDS_OF_COMMENT, min(first_seen) AS first_seen,
        max(coalesce(last_seen, comments_seen, first_seen)) AS last_seen, max(last_seen IS NULL) AS latest
    FROM posts JOIN post_versions ON post = posts.key, json_each(comments) AS each
    GROUP BY 1, 3, 4, 5, 6, 7
""".replace("FIELDS_OF_POST", ", ".join(f"json_extract(json, '$.{name}') AS {name}" for name in _POST)).replace(
    "FIELDS_OF_COMMENT", ", ".join(f"json_extract(each.value, '$.{name}') AS {name}" for name in _COMMENT)
)
