-- no transaction

-- The last runs of each sync of a list.
drop index concurrently if exists function_runs_of_sync;
create index concurrently function_runs_of_sync on function_runs (environment_id, connection_row_id, name, variant, created_at)
    where kind = 'sync';

-- The syncs of an environment that fail, among many that do not.
drop index concurrently if exists syncs_failing;
create index concurrently syncs_failing on syncs (environment_id, connection_row_id) where failures > 0;

-- Those of an environment that are paused.
drop index concurrently if exists syncs_paused;
create index concurrently syncs_paused on syncs (environment_id, connection_row_id) where is_paused;
