-- The log of requests to third parties: one row for each, so an operation with retries or pages has
-- several. It grows with traffic and is deleted by age alone, so it has a partition for each day,
-- which servers make before the day and drop. `id` is a UUID of version 7: it begins with the time,
-- so it is what partitions, the order of lists and cursors go by. No foreign keys, which would cost
-- each row a look-up: what was logged stays when a connection or an integration is deleted.
create table request_log (
    environment_id uuid not null,
    id uuid not null,
    operation_id uuid not null,
    -- Within the operation, from 1.
    attempt integer not null,
    request_id text not null,
    kind text not null,
    provider text,
    integration_key text,
    connection_id text,
    method text not null,
    url text not null,
    -- Null where no response came.
    status smallint,
    is_failed boolean not null,
    error_code text,
    error_message text,
    started_at timestamptz not null,
    -- Milliseconds.
    queue_ms real not null,
    connect_ms real,
    first_byte_ms real,
    total_ms real not null,
    request_bytes bigint not null,
    response_bytes bigint not null,
    -- Headers and bodies, redacted.
    details json not null,
    -- Words of URL and error, and what lists are filtered by, as `name:value`.
    terms tsvector not null,
    primary key (environment_id, id)
) partition by range (id);

-- All of one call of the API.
create index request_log_request on request_log (environment_id, request_id);
-- The attempts of one operation.
create index request_log_operation on request_log (environment_id, operation_id);
-- What one connection did, newest first.
create index request_log_connection on request_log (environment_id, connection_id, id) where connection_id is not null;
-- Text search and rare combinations of filters. Entries wait in a list of at most 1 MiB until they
-- are sorted in, which searches read from the beginning to the end.
create index request_log_terms on request_log using gin (terms) with (gin_pending_list_limit = 1024);

-- Which bodies the log keeps of an environment's requests.
create table request_log_settings (
    environment_id uuid primary key references environments (id) on delete cascade,
    bodies text not null check (bodies in ('none', 'errors', 'all')),
    updated_at timestamptz not null default now()
);
