-- What was asked of a provider about a connection's credentials, newest first, among many other
-- requests. Days that have begun get no index, which would keep the log waiting: they go soon.
create index request_log_credentials on only request_log (environment_id, connection_id, id)
    where kind in ('refresh', 'check', 'token', 'revocation');

-- Each time that an issue was resolved: the issue itself is one row, which is opened again.
create table resolved_issues (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    rule text not null,
    subject_id text not null,
    integration_key text,
    -- As they were before it was resolved.
    count integer not null,
    affected text[] not null,
    opened_at timestamptz not null,
    resolved_at timestamptz not null,
    resolved_by text not null check (resolved_by in ('patchbay', 'request')),
    primary key (environment_id, id)
);
-- The timeline of a connection.
create index resolved_issues_affected on resolved_issues using gin (affected);
-- The clean-up.
create index resolved_issues_age on resolved_issues (resolved_at);
