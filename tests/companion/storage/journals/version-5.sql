PRAGMA application_id=1414808400;
PRAGMA user_version=5;
BEGIN TRANSACTION;
CREATE TABLE counted (until INTEGER NOT NULL, version INTEGER NOT NULL) STRICT;
CREATE TABLE "events" (
        seq INTEGER PRIMARY KEY,
        at INTEGER NOT NULL,
        wall TEXT NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL
    ) STRICT;
INSERT INTO "events" VALUES(1,0,'2026-11-21T20:30:00.000+00:00','game','{"header":{"game":"fifty-fifty","players":["Ann","Ben"],"starter":"Ann","rules":{}},"seats":[]}');
INSERT INTO "events" VALUES(2,1000000000,'2026-11-21T20:30:00.000+00:00','act','{"act":{"t":1.0,"player":"Ann","play":11},"touch":[-9000000000,1000000000],"row":[11],"words":{"§say":"{who} starts the row with {card}.","with":{"who":"Ann","card":"11"}},"hand":true}');
INSERT INTO "events" VALUES(3,2000000000,'2026-11-21T20:30:00.000+00:00','act','{"act":{"t":2.0,"player":"Ben","play":25},"touch":[-8000000000,2000000000],"row":[11,25],"words":{"§say":"{who} plays {card} behind {last}.","with":{"who":"Ben","card":"25","last":"11"}},"hand":true}');
INSERT INTO "events" VALUES(4,3000000000,'2026-11-21T20:30:00.000+00:00','act','{"act":{"t":3.0,"player":"Ann","play":31},"touch":[-7000000000,3000000000],"row":[11,25,31],"words":{"§say":"{who} plays {card} behind {last}.","with":{"who":"Ann","card":"31","last":"25"}},"hand":true}');
INSERT INTO "events" VALUES(5,4000000000,'2026-11-21T20:30:00.000+00:00','seen','{"span":[4000000000,4000000000],"cards":[["row",[100.0,100.0,260.0,100.0,260.0,340.0,100.0,340.0],["11",0.998],true],["row",[160.0,100.0,320.0,100.0,320.0,340.0,160.0,340.0],["25",0.998],true],["row",[220.0,100.0,380.0,100.0,380.0,340.0,220.0,340.0],["31",0.998],true]],"arrivals":[],"removed_at":null,"removed_side":null}');
CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        started TEXT NOT NULL,
        changed TEXT NOT NULL,
        game TEXT NOT NULL,
        acts INTEGER NOT NULL,
        over INTEGER NOT NULL,
        broken INTEGER NOT NULL,
        won INTEGER
    ) STRICT;
CREATE TABLE leaps (seq INTEGER NOT NULL, since INTEGER NOT NULL, seconds REAL NOT NULL) STRICT;
INSERT INTO "leaps" VALUES(3,0,259200.0);
CREATE TABLE seats (
        id INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        player TEXT NOT NULL,
        game TEXT NOT NULL,
        over INTEGER NOT NULL,
        place INTEGER NOT NULL,
        score INTEGER NOT NULL,
        won INTEGER NOT NULL,
        eliminated INTEGER NOT NULL,
        jumps_won INTEGER NOT NULL,
        jumps_lost INTEGER NOT NULL,
        dearest INTEGER NOT NULL,
        dearest_act INTEGER,
        PRIMARY KEY (id, seat)
    ) STRICT, WITHOUT ROWID;
CREATE INDEX games_of_kind ON games (game, id);
CREATE INDEX seats_of_player ON seats (player, game, id);
CREATE INDEX events_game ON events (seq) WHERE kind = 'game';
CREATE INDEX events_amended ON events (seq) WHERE kind = 'amended';
CREATE INDEX events_renamed ON events (seq) WHERE kind = 'renamed';
CREATE TRIGGER never_changed BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE TRIGGER never_taken_out BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
CREATE INDEX events_verdict ON events (seq) WHERE kind = 'verdict';
COMMIT;
