-- no transaction

-- The connection that was changed, where it was one; ids of connections are unique within an
-- integration.
alter table audit_entries add column if not exists connection_id text, add column if not exists integration_key text;
-- What was changed of one connection, newest first.
drop index concurrently if exists audit_entries_of_connection;
create index concurrently audit_entries_of_connection on audit_entries (environment_name, connection_id, id)
    where connection_id is not null;
-- Attempts to connect one connection again, newest first.
drop index concurrently if exists attempts_of_connection;
create index concurrently attempts_of_connection on attempts (environment_id, connection_id, created_at);
-- Events about one connection, newest first; also what the index without a time was for.
drop index concurrently if exists events_of_connection;
create index concurrently events_of_connection on events (environment_id, (payload ->> 'connectionId'), created_at)
    where payload ? 'connectionId';
drop index concurrently if exists events_about_connection;
