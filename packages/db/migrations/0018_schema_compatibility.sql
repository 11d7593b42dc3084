-- One row: the migration that a server must know to use this database. Servers of the previous
-- version know fewer migrations, and may run as long as those only add. A migration that removes
-- something names here the last one of the last version that used it; older servers don't start.
create table schema_compatibility (
    only_row boolean primary key default true check (only_row),
    oldest_migration text not null
);
insert into schema_compatibility (oldest_migration) values ('0018_schema_compatibility');
