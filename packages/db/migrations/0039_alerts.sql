-- no transaction

-- Where an environment's alerts are sent.
create table if not exists alert_channels (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    kind text not null check (kind in ('slack', 'generic')),
    name text not null,
    -- Sealed: the URL, which is all that is needed to post, and the key that signs.
    secrets bytea not null,
    -- What is shown of the URL.
    host text not null,
    -- Empty: all of them.
    rules text[] not null,
    -- By rule: smaller issues are not told.
    thresholds jsonb not null,
    enabled boolean not null default true,
    -- The first failure since the last success, and why the last one failed.
    failing_since timestamptz,
    failure text,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (environment_id, id)
);

-- One problem: found again and again, it stays one row. Resolved and found again, it is reopened.
create table if not exists issues (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    rule text not null,
    subject_id text not null,
    -- What the rule counts, and some of the connections that are affected.
    count integer not null,
    affected text[] not null,
    -- When the oldest and the newest of what is counted happened.
    since timestamptz not null,
    newest_at timestamptz not null,
    opened_at timestamptz not null,
    last_seen_at timestamptz not null,
    muted_until timestamptz,
    resolved_at timestamptz,
    -- By request, it is reopened only by what happens later.
    resolved_by text check (resolved_by in ('patchbay', 'request')),
    primary key (environment_id, id),
    unique (environment_id, rule, subject_id)
);
-- What a rule has found and may have gone.
create index if not exists issues_open on issues (rule) where resolved_at is null;
-- The list of issues.
create index if not exists issues_newest on issues (environment_id, opened_at, id);
-- The clean-up.
create index if not exists issues_last_seen on issues (last_seen_at);

-- What a channel has been told of an issue, and when it is told more: at most once an hour.
create table if not exists alert_messages (
    environment_id uuid not null,
    channel_id uuid not null,
    issue_id uuid not null,
    told_state text check (told_state in ('open', 'resolved')),
    told_newest_at timestamptz,
    -- Null: there is nothing to tell. While a message is being sent, an hour later.
    due_at timestamptz,
    -- The end of the hour in which a message may have arrived.
    not_before timestamptz,
    -- Of the message that is being sent; the same for each try.
    message_id uuid,
    tries integer not null default 0,
    primary key (environment_id, channel_id, issue_id),
    foreign key (environment_id, channel_id) references alert_channels (environment_id, id) on delete cascade,
    foreign key (environment_id, issue_id) references issues (environment_id, id) on delete cascade
);
-- The next messages to send.
create index if not exists alert_messages_due on alert_messages (due_at) where due_at is not null;
-- What goes with an issue.
create index if not exists alert_messages_of_issue on alert_messages (environment_id, issue_id);

-- Failed runs of syncs, which are few.
drop index concurrently if exists events_failed_syncs;
create index concurrently events_failed_syncs on events (created_at) where type = 'sync' and payload ->> 'success' = 'false';
-- Whether a later run succeeded.
drop index concurrently if exists events_syncs;
create index concurrently events_syncs on events (environment_id, (payload ->> 'connectionId'), created_at) where type = 'sync';
-- What Patchbay has told a customer's admins.
drop index concurrently if exists events_alerts;
create index concurrently events_alerts on events (created_at) where type = 'alert';
-- Deliveries that were given up, by when.
drop index concurrently if exists webhook_deliveries_given_up;
create index concurrently webhook_deliveries_given_up on webhook_deliveries (attempted_at) where status = 'exhausted';
-- Endpoints that nothing is sent to.
drop index concurrently if exists webhook_endpoints_disabled;
create index concurrently webhook_endpoints_disabled on webhook_endpoints (disabled_at) where disabled_at is not null;
