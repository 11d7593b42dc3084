-- How many records the syncs of each integration have changed, by the minute and by the hour: what
-- charts show. No foreign keys: rows go by age.
create table record_minutes (
    environment_id uuid not null,
    integration_id uuid not null,
    -- Beginning of the minute.
    at timestamptz not null,
    added bigint not null,
    updated bigint not null,
    deleted bigint not null,
    primary key (environment_id, integration_id, at)
);
-- The clean-up.
create index record_minutes_age on record_minutes (at);

create table record_hours (like record_minutes including defaults);
alter table record_hours add primary key (environment_id, integration_id, at);
-- The clean-up.
create index record_hours_age on record_hours (at);
