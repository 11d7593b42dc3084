-- Where an environment's events are sent.
create table webhook_endpoints (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    -- Null: the one that signs what goes to the URLs of connections.
    url text,
    description text,
    -- Types of events, or `type.operation`; empty: all of them.
    event_types text[] not null,
    -- Sealed: the keys that sign, the newest first, and until when an older one does.
    signing_keys bytea not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    disabled_at timestamptz,
    disabled_reason text,
    -- The first failure since the last success.
    failing_since timestamptz,
    -- How often the customer has been told of these failures.
    warnings integer not null default 0,
    -- When its earliest pending delivery is due; null: it has none.
    due_at timestamptz,
    -- The server that delivers now may do so until then, under this number.
    lease_until timestamptz,
    fence bigint not null default 0,
    primary key (environment_id, id)
);
-- At most one for the URLs of connections.
create unique index webhook_endpoints_of_connections on webhook_endpoints (environment_id) where url is null;
-- Which endpoints have something to deliver.
create index webhook_endpoints_due on webhook_endpoints (due_at) where due_at is not null and disabled_at is null;

-- One event on its way to one endpoint. It lives as long as its event.
create table webhook_deliveries (
    environment_id uuid not null,
    endpoint_id uuid not null,
    id uuid not null,
    event_id uuid not null,
    status text not null check (status in ('pending', 'delivered', 'exhausted')),
    -- Never fewer: a result is written only where this is still what the sender read.
    attempts integer not null default 0,
    -- Since it was made or replayed: decides when the next attempt is made.
    failures integer not null default 0,
    -- Null once it is delivered or exhausted.
    due_at timestamptz,
    -- The last response, or why there was none.
    response_status integer,
    failure text,
    attempted_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (environment_id, id),
    -- Each event goes to an endpoint once; also the deliveries of an event.
    unique (environment_id, event_id, endpoint_id),
    foreign key (environment_id, endpoint_id) references webhook_endpoints (environment_id, id) on delete cascade,
    foreign key (environment_id, event_id) references events (environment_id, id) on delete cascade
);
-- What an endpoint has to deliver next.
create index webhook_deliveries_pending on webhook_deliveries (environment_id, endpoint_id, due_at) where status = 'pending';
-- The list of deliveries.
create index webhook_deliveries_newest on webhook_deliveries (environment_id, created_at, id);
-- The list of one endpoint's deliveries, and what goes with the endpoint.
create index webhook_deliveries_of_endpoint on webhook_deliveries (environment_id, endpoint_id, created_at, id);
-- The list of those that were given up.
create index webhook_deliveries_exhausted on webhook_deliveries (environment_id, created_at, id) where status = 'exhausted';

-- An event's place in the list of its environment, given after its transaction has committed: in a
-- list by time, what commits late would stand before what a reader has seen.
alter table events add column position bigint;
create sequence event_positions as bigint;
-- The connection's own URL, which outlives the connection.
alter table events add column webhook_url text;
-- Of a provider's webhook that is forwarded, as `name: value`.
alter table events add column webhook_headers text[];
