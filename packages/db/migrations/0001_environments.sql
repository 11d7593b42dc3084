-- An environment is a customer's dev or prod space: it owns keys, integrations and everything
-- below. The primary keys of growing tables begin with it, for partitioning.

-- One row that all servers share. The pepper is wrapped under the key ring, so a wrong ring is
-- found at the first start.
create table instance (
    only_row boolean primary key default true check (only_row),
    pepper bytea not null,
    created_at timestamptz not null default now()
);

create table environments (
    id uuid primary key,
    name text not null unique check (name ~ '^[a-z0-9]{1,32}$'),
    created_at timestamptz not null default now()
);

-- Data keys encrypt values; each is wrapped under the key ring, so changing the ring rewrites only
-- these.
create table data_keys (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    wrapped bytea not null,
    created_at timestamptz not null default now(),
    primary key (environment_id, id)
);

create table secret_keys (
    environment_id uuid not null references environments (id) on delete cascade,
    id text not null,
    secret_hash bytea not null,
    display_name text not null,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at timestamptz,
    primary key (environment_id, id)
);
-- A key is looked up by the public id it carries, before its environment is known.
create unique index secret_keys_id on secret_keys (id);
