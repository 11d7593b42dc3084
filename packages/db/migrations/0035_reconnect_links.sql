-- no transaction

-- A link that reconnects one connection: for as long as its credentials are those that broke.
-- `requires_confirmation` is true, so that a server of the release before, which opens it as a link
-- that connects, makes nothing that can be used.
alter table connect_links
    add column if not exists reconnect_integration_id uuid,
    add column if not exists reconnect_connection_id text,
    add column if not exists reconnect_generation integer;

-- The links of a connection that still work, when more are asked for.
drop index concurrently if exists connect_links_of_connection;
create index concurrently connect_links_of_connection
    on connect_links (environment_id, reconnect_integration_id, reconnect_connection_id)
    where reconnect_connection_id is not null;
