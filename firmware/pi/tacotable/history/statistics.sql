create table games (name text primary key, began text, ruleset text, entries integer, winner text, how text,
                    refused integer, disputes integer);
create table seats (game text references games (name), seat text, person text, won integer);
