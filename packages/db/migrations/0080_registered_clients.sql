-- OAuth clients that were registered at the authorization servers of MCP servers (RFC 7591).
create table registered_clients (
    environment_id uuid not null,
    id uuid not null,
    integration_id uuid not null,
    -- Of the server's address and the redirect URI, so that a client is for one server alone.
    server_hash bytea not null,
    client bytea not null,
    expires_at timestamptz not null,
    primary key (environment_id, id),
    unique (environment_id, integration_id, server_hash),
    foreign key (environment_id, integration_id) references integrations (environment_id, id) on delete cascade
);
-- The clean-up.
create index registered_clients_expiry on registered_clients (expires_at);
