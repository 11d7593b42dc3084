-- Environments are made and deleted by API, with keys that belong to none of them.

alter table environments add column is_production boolean not null default false;
-- Hidden from then on, and removed in batches.
alter table environments add column deleted_at timestamptz;
-- When its connections and integrations were gone. What servers still had in memory about them is
-- written until moments later.
alter table environments add column emptied_at timestamptz;
update environments set is_production = true where name = 'prod';

alter table environments drop constraint environments_name_key;
-- A name is free as soon as its environment is deleted.
create unique index environments_name on environments (name) where deleted_at is null;
-- Stands in keys of the account in the place of a name.
alter table environments add constraint environments_name_is_free check (name <> 'account');

create table account_keys (
    id text primary key,
    secret_hash bytea not null,
    display_name text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at timestamptz
);
