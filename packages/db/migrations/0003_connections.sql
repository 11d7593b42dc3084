-- One end user's credentials on one integration. The end user is this row's own copy.
create table connections (
    environment_id uuid not null references environments (id) on delete cascade,
    id bigint not null generated always as identity,
    integration_id uuid not null,
    connection_id text not null,
    credentials_type text not null,
    -- Sealed JSON, bound to environment, integration and connection_id.
    credentials bytea not null,
    -- Counts every replacement of the credentials, so that a late writer can tell that it is late.
    generation integer not null default 1,
    connection_config jsonb not null default '{}',
    -- Sealed JSON: the connection config's secret fields.
    secret_config bytea not null,
    metadata jsonb,
    end_user jsonb,
    tags jsonb not null default '{}',
    webhook_url_override text,
    -- Keyed hash of the account at the provider; the label is what a person is shown.
    identity_hash bytea,
    identity_label text,
    verified_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    last_fetched_at timestamptz,
    primary key (environment_id, id),
    unique (environment_id, integration_id, connection_id),
    foreign key (environment_id, integration_id) references integrations (environment_id, id) on delete cascade
);
-- The list of connections, newest first, page by page.
create index connections_newest on connections (environment_id, created_at desc, id desc);
-- The list, filtered by the id of a connection.
create index connections_by_id on connections (environment_id, connection_id);
-- An end user's connections: in their session, and in the list when it is filtered by end user.
create index connections_by_end_user on connections (environment_id, (end_user ->> 'id'));
-- The list, filtered by tags.
create index connections_by_tags on connections using gin (tags jsonb_path_ops);

-- Written in the transaction that they report. Delivery to the customer reads from here.
create table events (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    type text not null,
    payload jsonb not null,
    created_at timestamptz not null default now(),
    primary key (environment_id, id)
);
-- Reading an environment's newest events, which no statement does; 0020 drops it.
create index events_newest on events (environment_id, created_at desc);
