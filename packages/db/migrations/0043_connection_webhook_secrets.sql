-- Secrets that sign the webhooks of one connection, where the provider makes them in each account.
create table connection_webhook_secrets (
    environment_id uuid not null,
    -- `id` of the connection.
    connection bigint not null,
    -- Sealed: the secret, and the one before it.
    secrets bytea not null,
    updated_at timestamptz not null default now(),
    primary key (environment_id, connection),
    foreign key (environment_id, connection) references connections (environment_id, id) on delete cascade
);
