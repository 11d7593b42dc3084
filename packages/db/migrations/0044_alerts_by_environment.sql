-- no transaction

alter table issues
    -- The integration that it is about; null: none alone.
    add column if not exists integration_key text,
    -- How many connections are affected; null: not known.
    add column if not exists affected_count integer;

alter table alert_channels
    -- One server sends to it until then.
    add column if not exists lease_until timestamptz,
    -- Failures in a row, and until when it is left alone.
    add column if not exists failures integer not null default 0,
    add column if not exists retry_at timestamptz;

-- When a server last began to look for issues: one of them does at a time.
create table if not exists alert_looks (
    only_row boolean primary key default true check (only_row),
    begun_at timestamptz not null
);

-- The next message of each channel. `tries` of messages is no longer read: channels count failures.
drop index concurrently if exists alert_messages_next;
create index concurrently alert_messages_next on alert_messages (environment_id, channel_id, due_at) where due_at is not null;
drop index concurrently if exists alert_messages_due;

-- What a rule has found in an environment and may have gone.
drop index concurrently if exists issues_open_of_environment;
create index concurrently issues_open_of_environment on issues (environment_id, rule) where resolved_at is null;
drop index concurrently if exists issues_open;

-- The connections of an integration that fail or are broken: how many, the first and the newest.
drop index concurrently if exists connections_not_ok_since;
create index concurrently connections_not_ok_since on connections
    (environment_id, auth_state, integration_id, (coalesce(auth_failure ->> 'broken_at', auth_failure ->> 'since', '')))
    where auth_state <> 'ok' and confirm_before is null;
-- Integrations whose OAuth app is refused.
drop index concurrently if exists integrations_app_refused;
create index concurrently integrations_app_refused on integrations (environment_id) where app_refusal is not null;
-- The traffic of an environment within minutes.
drop index concurrently if exists traffic_minutes_newest;
create index concurrently traffic_minutes_newest on traffic_minutes (environment_id, at);

-- Failed runs of syncs of an environment, which are few.
drop index concurrently if exists events_failed_syncs_of_environment;
create index concurrently events_failed_syncs_of_environment on events (environment_id, created_at)
    where type = 'sync' and payload ->> 'success' = 'false';
drop index concurrently if exists events_failed_syncs;
-- What Patchbay has told the admins of an environment.
drop index concurrently if exists events_alerts_of_environment;
create index concurrently events_alerts_of_environment on events (environment_id, created_at) where type = 'alert';
drop index concurrently if exists events_alerts;
-- Deliveries of an environment that were given up, by when.
drop index concurrently if exists webhook_deliveries_given_up_of_environment;
create index concurrently webhook_deliveries_given_up_of_environment on webhook_deliveries (environment_id, attempted_at, endpoint_id)
    where status = 'exhausted';
-- The same of each endpoint, the newest last.
drop index concurrently if exists webhook_deliveries_given_up_of_endpoint;
create index concurrently webhook_deliveries_given_up_of_endpoint on webhook_deliveries (environment_id, endpoint_id, attempted_at)
    where status = 'exhausted';
drop index concurrently if exists webhook_deliveries_given_up;
-- Endpoints of an environment that nothing is sent to.
drop index concurrently if exists webhook_endpoints_disabled_of_environment;
create index concurrently webhook_endpoints_disabled_of_environment on webhook_endpoints (environment_id) where disabled_at is not null;
drop index concurrently if exists webhook_endpoints_disabled;
