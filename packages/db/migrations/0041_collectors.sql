-- An environment's own OpenTelemetry collector.
create table collectors (
    environment_id uuid not null unique references environments (id) on delete cascade,
    id uuid not null,
    -- Null: nothing is sent.
    url text,
    -- Sealed: they hold API keys. Their names are shown.
    headers bytea,
    header_names text[] not null default '{}',
    encoding text not null default 'http/protobuf' check (encoding in ('http/protobuf', 'http/json')),
    signals text[] not null default '{traces,metrics,logs}',
    -- Servers open it anew when this changes.
    revision bigint not null default 1,
    last_success_at timestamptz,
    last_error_at timestamptz,
    last_error text,
    updated_at timestamptz not null default now(),
    primary key (environment_id, id)
);

-- `traceparent` of the span that recorded it, where requests were traced: deliveries link to it.
alter table events add column trace_context text;
