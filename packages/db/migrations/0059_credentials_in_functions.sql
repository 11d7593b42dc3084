-- Whether functions of an environment may read credentials of its connections. Environments that
-- are there have functions that do.
alter table environments add column functions_read_credentials boolean not null default true;
alter table environments alter column functions_read_credentials set default false;
