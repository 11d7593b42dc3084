-- One try at connecting. This row is authoritative for its outcome; the Connect UI polls it.
create table attempts (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    session_id uuid not null,
    integration_id uuid not null,
    -- The connection this attempt makes (create) or replaces (reconnect).
    connection_id text not null,
    is_reconnect boolean not null,
    status text not null check (
        status in ('created', 'awaiting_user', 'exchanging', 'verifying', 'needs_choice', 'account_mismatch', 'succeeded', 'failed', 'cancelled', 'expired')
    ),
    code text,
    -- What a person quotes to support.
    ref text not null,
    -- The provider's own words, shown as text.
    provider_text text,
    idempotency_hash bytea,
    -- One-time code of the launch page, and the OAuth state: keyed hashes, set to null when used.
    launch_hash bytea,
    launch_expires_at timestamptz,
    state_hash bytea,
    -- Keyed hash of the cookie of the browser that opened the launch page.
    browser_hash bytea,
    -- Sealed JSON: PKCE verifier and what the end user typed.
    secrets bytea not null,
    -- Sealed JSON: credentials that wait for a choice or a confirmation.
    parked bytea,
    -- Accounts to choose from, as {id, label}.
    options jsonb,
    was_label text,
    now_label text,
    -- Until when a server is expected to be at work on it; a later reader may declare it failed.
    working_until timestamptz,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (environment_id, id),
    foreign key (environment_id, session_id) references connect_sessions (environment_id, id) on delete cascade,
    foreign key (environment_id, integration_id) references integrations (environment_id, id) on delete cascade
);
-- The launch page looks its code up and spends it.
create unique index attempts_launch on attempts (launch_hash);
-- The callback looks its state up and spends it.
create unique index attempts_state on attempts (state_hash);
-- A repeated start finds its attempt; a session that ends finds those to cancel.
create unique index attempts_idempotency on attempts (environment_id, session_id, idempotency_hash);
-- The clean-up of old attempts.
create index attempts_expiry on attempts (expires_at);
-- Deleting an integration takes its attempts along. 0014 has an index by age instead.
create index attempts_by_integration on attempts (environment_id, integration_id);
