-- How many requests to third parties each integration had, by minute and kind, and how they ended:
-- what its state is judged by. A row is added to by every server. No foreign keys: rows go by age.
create table traffic_minutes (
    environment_id uuid not null,
    integration_id uuid not null,
    -- Beginning of the minute.
    at timestamptz not null,
    kind text not null,
    calls integer not null,
    -- By who has to act; the rest of the calls did not fail.
    provider_failures integer not null,
    credentials_failures integer not null,
    rate_limit_failures integer not null,
    platform_failures integer not null,
    -- Of those that failed, how many with which status or error code.
    failed_with jsonb not null,
    -- How many took how long, in the buckets of `latency.ts`.
    latency integer[] not null,
    -- One bit per connection, by a hash of its id: how many there were, about, also of sums.
    connections bit(256) not null,
    failed_connections bit(256) not null,
    primary key (environment_id, integration_id, at, kind)
) with (fillfactor = 80);
-- The clean-up.
create index traffic_minutes_age on traffic_minutes (at);

-- The same by the hour.
create table traffic_hours (like traffic_minutes including defaults) with (fillfactor = 80);
alter table traffic_hours add primary key (environment_id, integration_id, at, kind);
-- The clean-up.
create index traffic_hours_age on traffic_hours (at);

-- The same by the day of UTC: a week of them is what the last minutes are compared with.
create table traffic_days (like traffic_minutes including defaults) with (fillfactor = 80);
alter table traffic_days add primary key (environment_id, integration_id, at, kind);
-- The clean-up.
create index traffic_days_age on traffic_days (at);
