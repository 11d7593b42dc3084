-- A provider configured in one environment. Renaming changes unique_key; other tables refer to the
-- id.
create table integrations (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    unique_key text not null,
    provider text not null,
    display_name text,
    client_id text,
    scopes text[] not null default '{}',
    forward_webhooks boolean not null default true,
    -- Sealed JSON: client secret, webhook secret, integration config and custom values.
    secrets bytea not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (environment_id, id),
    unique (environment_id, unique_key)
);
