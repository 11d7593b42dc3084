-- One row: the migration that a server must know to work on this database. A server of the release before knows fewer migrations than there
-- are, and may work on them as long as they only add. A migration that takes something away names here the last one of the release
-- that no longer uses it; servers that do not know that one refuse to start.
create table schema_compatibility (
    only_row boolean primary key default true check (only_row),
    oldest_migration text not null
);
insert into schema_compatibility (oldest_migration) values ('0018_schema_compatibility');
