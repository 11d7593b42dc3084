-- no transaction

-- In which order events were recorded and endpoints made, as the database sees it: the clocks of
-- servers differ. The default is for inserts by the previous version too.
create sequence if not exists recordings as bigint;
alter table events add column if not exists recording bigint;
alter table events alter column recording set default nextval('recordings');
alter table webhook_endpoints add column if not exists recording bigint;
alter table webhook_endpoints alter column recording set default nextval('recordings');

-- It is gone from the API; its deliveries are removed in batches, then the row. The previous
-- version sees it as disabled.
alter table webhook_endpoints add column if not exists deleted_at timestamptz;
-- The removal of those that were deleted.
create index if not exists webhook_endpoints_deleted on webhook_endpoints (deleted_at) where deleted_at is not null;

-- One URL of connections, which is leased, takes turns and fails apart from the others.
create table if not exists webhook_destinations (
    environment_id uuid not null,
    -- MD5 of the URL.
    id uuid not null,
    -- The endpoint that signs what goes to the URLs of connections.
    endpoint_id uuid not null,
    used_at timestamptz not null default now(),
    failing_since timestamptz,
    due_at timestamptz,
    lease_until timestamptz,
    fence bigint not null default 0,
    primary key (environment_id, id),
    foreign key (environment_id, endpoint_id) references webhook_endpoints (environment_id, id) on delete cascade
);
-- Which URLs have something to deliver.
create index if not exists webhook_destinations_due on webhook_destinations (due_at) where due_at is not null;
-- The clean-up of URLs that are no longer used.
create index if not exists webhook_destinations_age on webhook_destinations (used_at);
-- Those that one endpoint signs for.
create index if not exists webhook_destinations_of_endpoint on webhook_destinations (environment_id, endpoint_id);

alter table webhook_deliveries add column if not exists destination_id uuid;
-- When the customer was told that this one was given up.
alter table webhook_deliveries add column if not exists told_at timestamptz;
-- What a URL has to deliver next: only what is pending is due.
drop index concurrently if exists webhook_deliveries_of_destination;
create index concurrently webhook_deliveries_of_destination on webhook_deliveries (environment_id, destination_id, due_at)
    where destination_id is not null and status = 'pending';
-- Whether the customer has been told already.
drop index concurrently if exists webhook_deliveries_told;
create index concurrently webhook_deliveries_told on webhook_deliveries (environment_id, endpoint_id, told_at) where told_at is not null;
