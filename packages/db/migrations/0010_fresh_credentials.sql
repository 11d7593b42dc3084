-- What keeps credentials fresh, and the traffic through them in bounds.

alter table connections
    -- When the provider last gave these credentials, or took them for good.
    add column refreshed_at timestamptz,
    -- When the grant ends despite renewals, where the provider states it: the end user reconnects
    -- then.
    add column grant_ends_at timestamptz,
    add column asked_scopes text[],
    -- As the provider named them; null where it did not say.
    add column granted_scopes text[],
    -- When the background checks it next; during a refresh the end of the lease, so that a server's
    -- crash leaves a trace. The default is for existing rows and inserts by the previous version.
    add column refresh_due_at timestamptz default now() + interval '1 hour',
    -- The lease to ask the provider for a token ends then. Fencing token: only the newest may save.
    add column refresh_fence bigint not null default 0,
    add column refresh_lease_until timestamptz,
    -- ok; failing: no token from the provider, to be retried; broken: needs the end user or the
    -- customer.
    add column auth_state text not null default 'ok' check (auth_state in ('ok', 'failing', 'broken')),
    -- Why not ok, in words: {kind, message, since, at, tries, odd_days, retry_at, event_id}.
    add column auth_failure jsonb;
-- By integration, as each is asked for its most overdue ones, and disabled ones for none.
create index connections_refresh_due on connections (environment_id, integration_id, refresh_due_at) where refresh_due_at is not null;
-- The few that are being renewed, which a server that starts on its own database has to find.
create index connections_leased on connections (refresh_lease_until) where refresh_lease_until is not null;
-- Whether another connection uses the same account, before its grant is revoked.
create index connections_account on connections (environment_id, identity_hash) where identity_hash is not null;
-- An admin asks for what is broken, among many that are not.
create index connections_not_ok on connections (environment_id, auth_state) where auth_state <> 'ok';

-- The previous version does not reset this state on a reconnect: it would stay broken for ever.
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
    -- False: nothing goes in or out through it.
    add column enabled boolean not null default true,
    -- Base URLs besides the provider's own that a proxied request may be sent to, with credentials.
    add column allowed_base_urls text[] not null default '{}';

-- Calls under a provider's rate limit, one row per key that the provider counts by, for all
-- servers.
create table rate_budgets (
    environment_id uuid not null references environments (id) on delete cascade,
    -- Keyed hash: the table must not tell which connections share an account.
    key_hash bytea not null,
    -- Optimistic lock: increases with each change, and a change names the version that was read.
    version bigint not null default 1,
    state jsonb not null,
    -- By then nothing in it matters any more. Full hours, so that the index is seldom written.
    kept_until timestamptz not null,
    primary key (environment_id, key_hash)
);
-- The clean-up of finished budgets.
create index rate_budgets_kept_until on rate_budgets (kept_until);
