-- no transaction

-- The syncs of an environment that run.
drop index concurrently if exists syncs_running;
create index concurrently syncs_running on syncs (environment_id, connection_row_id) where lease_until is not null;

-- Those of one name, by connection.
drop index concurrently if exists syncs_by_name;
create index concurrently syncs_by_name on syncs (environment_id, name, connection_row_id);

-- The connections of an integration, in the order in which they were made.
drop index concurrently if exists connections_of_integration;
create index concurrently connections_of_integration on connections (environment_id, integration_id, id);
