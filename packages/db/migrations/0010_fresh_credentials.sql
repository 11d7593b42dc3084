-- What keeps credentials fresh, and the traffic through them in bounds.

alter table connections
    -- When the provider last gave these credentials, or took them for good.
    add column refreshed_at timestamptz,
    -- When the grant ends however often it is renewed, where the provider says so: then the end user has to connect again.
    add column grant_ends_at timestamptz,
    add column asked_scopes text[],
    -- As the provider named them; null where it did not say.
    add column granted_scopes text[],
    -- When the background looks at it next. While a refresh is under way, the end of its lease: a server that died in between left a trace.
    -- The default is for rows from before and for those that servers of the version before still insert: it finds out which can be renewed.
    add column refresh_due_at timestamptz default now() + interval '1 hour',
    -- The right to ask the provider for a token is one server's until this time. Each taking has a number of its own, and only the newest may save.
    add column refresh_fence bigint not null default 0,
    add column refresh_lease_until timestamptz,
    -- ok; failing: the provider did not give a token, and it will be tried again; broken: only the end user or the customer can mend it.
    add column auth_state text not null default 'ok' check (auth_state in ('ok', 'failing', 'broken')),
    -- Why not ok, in words: {kind, message, since, at, tries, odd_days, retry_at, event_id}.
    add column auth_failure jsonb;
-- By integration, because each is asked for its most overdue ones, and those that are switched off for none.
create index connections_refresh_due on connections (environment_id, integration_id, refresh_due_at) where refresh_due_at is not null;
-- The few that are being renewed, which a server that starts on its own database has to find.
create index connections_leased on connections (refresh_lease_until) where refresh_lease_until is not null;
-- Whether another connection lives on the same account, before access is taken back at the provider.
create index connections_account on connections (environment_id, identity_hash) where identity_hash is not null;
-- An admin asks for what is broken, among many that are not.
create index connections_not_ok on connections (environment_id, auth_state) where auth_state <> 'ok';

-- Servers of the version before know nothing of this state when the end user connects again: else it would stay broken for good.
create function connections_replaced() returns trigger language plpgsql as $$
begin
    new.auth_state := 'ok';
    new.auth_failure := null;
    new.refresh_due_at := now();
    return new;
end $$;
create trigger connections_replaced before update of generation on connections
    for each row when (new.generation <> old.generation and new.auth_state <> 'ok')
    execute function connections_replaced();

alter table integrations
    -- False: nothing goes in or out through it until somebody switches it on again.
    add column enabled boolean not null default true,
    -- Base addresses besides the provider's own that a proxied request may be sent to, with credentials.
    add column allowed_base_urls text[] not null default '{}';

-- Calls under a provider's rate limit, one row for each key that the provider counts by, shared by all servers.
create table rate_budgets (
    environment_id uuid not null references environments (id) on delete cascade,
    -- Keyed hash: the table must not tell which connections share an account.
    key_hash bytea not null,
    -- Goes up with each change, and whoever changes names the one that was read: of two at once, one reads again.
    version bigint not null default 1,
    state jsonb not null,
    -- By then nothing in it matters any more. Full hours, so that the index is seldom written.
    kept_until timestamptz not null,
    primary key (environment_id, key_hash)
);
create index rate_budgets_kept_until on rate_budgets (kept_until);
