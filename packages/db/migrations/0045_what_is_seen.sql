-- Failures of no connection, such as those of sign-ins: beside one connection that fails alone they
-- are about the integration. What the previous version counts has none.
alter table traffic_minutes add column failures_without_connection integer not null default 0;
alter table traffic_hours add column failures_without_connection integer not null default 0;
alter table traffic_days add column failures_without_connection integer not null default 0;

-- The call that was the reason for an event: its deliveries are logged as requests of that call.
alter table events add column request_id text;
