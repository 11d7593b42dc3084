-- Short-lived permission to connect or reconnect. Holds only keyed hashes of token and link code.
create table connect_sessions (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    token_hash bytea not null,
    link_hash bytea not null,
    -- Sealed token, needed to hand it to the page that a connect link opens.
    link_token bytea not null,
    end_user jsonb,
    tags jsonb not null default '{}',
    allowed_integrations text[] not null default '{}',
    -- Sealed JSON: integrations_config_defaults may carry secrets of the customer's.
    config_defaults bytea not null,
    overrides jsonb not null default '{}',
    allowed_origins text[] not null default '{}',
    webhook_url_override text,
    reconnect_integration_id uuid,
    reconnect_connection_id text,
    expires_at timestamptz not null,
    deleted_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (environment_id, id)
);
-- Each request with a session token finds its session.
create unique index connect_sessions_token on connect_sessions (token_hash);
-- A connect link finds the session that it opens.
create unique index connect_sessions_link on connect_sessions (link_hash);
-- The clean-up of expired sessions.
create index connect_sessions_expiry on connect_sessions (expires_at);

-- The sealed response to an Idempotency-Key of POST /connect/sessions; deleted with the session.
create table idempotent_answers (
    environment_id uuid not null references environments (id) on delete cascade,
    key_hash bytea not null,
    request_hash bytea not null,
    -- Null while the first request is still at work.
    answer bytea,
    expires_at timestamptz not null,
    primary key (environment_id, key_hash)
);
-- The clean-up of expired responses.
create index idempotent_answers_expiry on idempotent_answers (expires_at);
