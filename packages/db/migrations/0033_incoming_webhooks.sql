-- no transaction

-- What providers have sent. Bodies are as they came.
create table if not exists incoming_webhooks (
    environment_id uuid not null,
    id uuid not null,
    integration_id uuid not null,
    -- Those that go on to the customer.
    headers jsonb not null,
    body bytea not null,
    received_at timestamptz not null default now(),
    primary key (environment_id, id),
    foreign key (environment_id, integration_id) references integrations (environment_id, id) on delete cascade
);
-- The removal of an integration's webhooks.
create index if not exists incoming_webhooks_of_integration on incoming_webhooks (environment_id, integration_id);
-- The clean-up of old webhooks.
create index if not exists incoming_webhooks_age on incoming_webhooks (received_at);

-- The events in them, each once however often it is sent.
create table if not exists incoming_webhook_events (
    environment_id uuid not null,
    integration_id uuid not null,
    -- SHA-256 of the provider's id of the event, or of its content.
    event_hash bytea not null,
    webhook_id uuid not null,
    received_at timestamptz not null default now(),
    primary key (environment_id, integration_id, event_hash),
    foreign key (environment_id, integration_id) references integrations (environment_id, id) on delete cascade
);
-- The clean-up of old events.
create index if not exists incoming_webhook_events_age on incoming_webhook_events (received_at);

-- How many requests had which outcome.
create table if not exists webhook_counts (
    environment_id uuid not null,
    integration_id uuid not null,
    day date not null,
    outcome text not null,
    count bigint not null,
    primary key (environment_id, integration_id, day, outcome),
    foreign key (environment_id, integration_id) references integrations (environment_id, id) on delete cascade
);
-- The clean-up of old counts.
create index if not exists webhook_counts_age on webhook_counts (day);

-- The connections that an event is about, by a value of their configuration. Without the list of
-- pending entries, which every search would read: 14 ms among a million connections.
drop index concurrently if exists connections_by_config;
create index concurrently connections_by_config on connections using gin (connection_config jsonb_path_ops) with (fastupdate = off);
