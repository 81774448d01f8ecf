PRAGMA application_id=1414808400;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        wall TEXT NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL
    ) STRICT;
INSERT INTO "events" VALUES(1,0,'2026-11-21T19:30:00.000+00:00','game','{"header":{"game":"fifty-fifty","players":["Ann","Ben"],"starter":"Ann","rules":{}},"seats":[]}');
INSERT INTO "events" VALUES(2,1000000000,'2026-11-21T19:30:00.000+00:00','act','{"act":{"t":1.0,"player":"Ann","play":11},"touch":[-9000000000,1000000000],"row":[11],"words":"Ann starts the row with 11.","hand":true}');
INSERT INTO "events" VALUES(3,2000000000,'2026-11-21T19:30:00.000+00:00','act','{"act":{"t":2.0,"player":"Ben","play":25},"touch":[-8000000000,2000000000],"row":[11,25],"words":"Ben plays 25 behind 11.","hand":true}');
INSERT INTO "events" VALUES(4,3000000000,'2026-11-21T19:30:00.000+00:00','act','{"act":{"t":3.0,"player":"Ann","play":31},"touch":[-7000000000,3000000000],"row":[11,25,31],"words":"Ann plays 31 behind 25.","hand":true}');
CREATE INDEX events_of_kind ON events (kind, seq);
CREATE TRIGGER never_changed BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER never_taken_out BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('events',4);
COMMIT;
