create table if not exists tables(id text primary key, key_hash text not null, added_ms integer not null);
create table if not exists acts(
    table_id text not null, epoch text not null, game text not null, hash text not null,
    n integer not null, before text not null, body text not null, at_ms integer not null,
    primary key(table_id, epoch, game, hash)) without rowid;
create table if not exists tips(
    table_id text not null, epoch text not null, game text not null, hash text not null, at_ms integer not null,
    primary key(table_id, epoch, game)) without rowid;
create table if not exists events(id integer primary key, plan text not null);
create table if not exists steps(event integer not null, number integer not null, step text not null,
    primary key(event, number)) without rowid;
create table if not exists decisions(id text primary key, table_id text not null, at_ms integer not null,
    decision text not null, outcome text);
