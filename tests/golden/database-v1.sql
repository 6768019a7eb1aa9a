BEGIN TRANSACTION;
CREATE TABLE accounts (
        account TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE,
        guest INTEGER NOT NULL DEFAULT false, visit BLOB, listed INTEGER NOT NULL DEFAULT true
    ) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES('a','Ann','ann',0,NULL,1);
INSERT INTO "accounts" VALUES('b','Ben','ben',0,X'15',0);
INSERT INTO "accounts" VALUES('g','Gwen','gwen',1,NULL,1);
CREATE TABLE allowed (key TEXT PRIMARY KEY, comment TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "allowed" VALUES('SHA256:laptop','Ben');
CREATE TABLE audit (
        entry INTEGER PRIMARY KEY, at REAL NOT NULL, who TEXT NOT NULL, door TEXT NOT NULL, act TEXT NOT NULL,
        refused TEXT NOT NULL
    ) STRICT;
INSERT INTO "audit" VALUES(1,2.0,'Ben','ssh','ban Gwen shouts','');
CREATE TABLE bans (
        kind TEXT NOT NULL, what TEXT NOT NULL, shown TEXT NOT NULL, since REAL NOT NULL, until REAL, by TEXT NOT NULL,
        reason TEXT NOT NULL, PRIMARY KEY (kind, what)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "bans" VALUES('account','g','Gwen',2.0,9.0,'Ben','shouts');
INSERT INTO "bans" VALUES('address','192.0.2.0/24','192.0.2.0/24',1.0,NULL,'root','floods');
CREATE TABLE board (number INTEGER PRIMARY KEY, line BLOB NOT NULL) STRICT;
INSERT INTO "board" VALUES(41,X'10');
INSERT INTO "board" VALUES(42,X'11');
CREATE TABLE contacts (
        account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
        other TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, kind TEXT NOT NULL, PRIMARY KEY (account, other)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "contacts" VALUES('b','a','friend');
INSERT INTO "contacts" VALUES('g','b','blocked');
CREATE TABLE days (day TEXT PRIMARY KEY, seed BLOB NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "days" VALUES('2026-11-21',X'11');
CREATE TABLE feats (
        ladder_game TEXT NOT NULL, ruleset TEXT NOT NULL, deals INTEGER NOT NULL, account TEXT NOT NULL,
        points INTEGER NOT NULL, game INTEGER NOT NULL REFERENCES games,
        PRIMARY KEY (ladder_game, ruleset, deals, account)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "feats" VALUES('chwech','revised',1,'b',84,1);
CREATE TABLE games (
        game INTEGER PRIMARY KEY, log TEXT NOT NULL UNIQUE, ended_at REAL NOT NULL, entry BLOB NOT NULL,
        record BLOB NOT NULL, rated INTEGER NOT NULL DEFAULT false, near INTEGER NOT NULL DEFAULT false,
        open INTEGER NOT NULL DEFAULT false
    ) STRICT;
INSERT INTO "games" VALUES(1,'done',99.5,X'0F',X'789C2BC94855284A4DCE2F4A0100150803E1',1,1,1);
CREATE TABLE invitations (digest TEXT PRIMARY KEY, uses INTEGER NOT NULL, until REAL NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "invitations" VALUES('x',1,9.0);
CREATE TABLE keys (
        key TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, name TEXT NOT NULL,
        added_at REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO "keys" VALUES('SHA256:laptop','b','laptop',12.5);
CREATE TABLE logs (
        log TEXT PRIMARY KEY, length INTEGER NOT NULL, live INTEGER NOT NULL, heading BLOB NOT NULL,
        filed INTEGER NOT NULL DEFAULT false
    ) STRICT, WITHOUT ROWID;
INSERT INTO "logs" VALUES('done',1,0,X'02',1);
INSERT INTO "logs" VALUES('ended',1,0,X'03',0);
INSERT INTO "logs" VALUES('open',2,1,X'01',0);
CREATE TABLE players (
        account TEXT NOT NULL, game INTEGER NOT NULL REFERENCES games, PRIMARY KEY (account, game)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "players" VALUES('a',1);
INSERT INTO "players" VALUES('b',1);
CREATE TABLE rating_changes (
        game INTEGER NOT NULL REFERENCES games, account TEXT NOT NULL, bot TEXT NOT NULL,
        before REAL NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,
        PRIMARY KEY (game, account, bot)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "rating_changes" VALUES(1,'b','',25.0,26.5,8.0,1);
CREATE TABLE ratings (
        ladder_game TEXT NOT NULL, ruleset TEXT NOT NULL, month TEXT NOT NULL, account TEXT NOT NULL,
        bot TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL, games INTEGER NOT NULL,
        PRIMARY KEY (ladder_game, ruleset, month, account, bot)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "ratings" VALUES('chwech','revised','','b','',26.5,8.0,1);
CREATE TABLE records (
        log TEXT NOT NULL, number INTEGER NOT NULL, record BLOB NOT NULL, checksum INTEGER NOT NULL,
        PRIMARY KEY (log, number)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "records" VALUES('done',1,X'0C',3686048678);
INSERT INTO "records" VALUES('ended',1,X'0D',2897449776);
INSERT INTO "records" VALUES('open',1,X'0A',852952723);
INSERT INTO "records" VALUES('open',2,X'0B',1171273221);
CREATE TABLE reports (
        kind TEXT NOT NULL, report INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (kind, report)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "reports" VALUES('',1,X'13');
CREATE TABLE roles (account TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE, role TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "roles" VALUES('b','admin');
CREATE TABLE settings (
        account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, key TEXT NOT NULL, name TEXT NOT NULL,
        value TEXT NOT NULL, PRIMARY KEY (account, key, name)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "settings" VALUES('b','','order','rank');
INSERT INTO "settings" VALUES('b','SHA256:laptop','theme','light');
CREATE TABLE shared (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "shared" VALUES('key',X'14');
CREATE TABLE tokens (
        token TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, digest BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
INSERT INTO "tokens" VALUES('t','a',X'0E');
CREATE TABLE tournaments (
        tournament INTEGER PRIMARY KEY, version INTEGER NOT NULL, live INTEGER NOT NULL, state BLOB NOT NULL
    ) STRICT;
INSERT INTO "tournaments" VALUES(1,3,1,X'12');
CREATE TABLE tries (
        day TEXT NOT NULL, account TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, log TEXT NOT NULL UNIQUE,
        score INTEGER, exact INTEGER, hinted INTEGER NOT NULL DEFAULT false, entry BLOB NOT NULL,
        PRIMARY KEY (day, account)
    ) STRICT, WITHOUT ROWID;
INSERT INTO "tries" VALUES('2026-11-21','b','done',412,4,0,X'12');
INSERT INTO "tries" VALUES('2026-11-21','g','open',NULL,NULL,0,X'');
CREATE INDEX live_logs ON logs (live) WHERE live;
CREATE INDEX unfiled_logs ON logs (log) WHERE NOT live AND NOT filed;
CREATE INDEX guests ON accounts (guest) WHERE guest;
CREATE INDEX tokens_of_account ON tokens (account);
CREATE INDEX keys_of_account ON keys (account);
CREATE INDEX contacts_with ON contacts (other);
CREATE INDEX open_games ON games (game) WHERE open;
CREATE INDEX feats_by_points ON feats (ladder_game, ruleset, deals, points);
CREATE INDEX unrated_games ON games (game) WHERE NOT rated;
CREATE INDEX months ON ratings (ladder_game, ruleset, month, (mu - sigma)) WHERE bot = '';
CREATE INDEX ratings_of_account ON ratings (account);
CREATE INDEX ratings_by_points ON ratings (ladder_game, ruleset, month, mu);
CREATE INDEX changes_of_account ON rating_changes (account);
CREATE INDEX tries_of_account ON tries (account);
CREATE INDEX tries_by_score ON tries (day, hinted, score);
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is never deleted'); END;
COMMIT;
PRAGMA application_id = 1667790693;
PRAGMA user_version = 1;
