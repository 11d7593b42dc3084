-- no transaction

-- `integration_id` is in each run from now on. What the release before inserts has none: the
-- clean-up fills it in.
-- The runs of an integration.
drop index concurrently if exists function_runs_of_integration;
create index concurrently function_runs_of_integration on function_runs (environment_id, integration_id, created_at, id);

-- Those that have none yet.
drop index concurrently if exists function_runs_unfilled;
create index concurrently function_runs_unfilled on function_runs (environment_id, created_at, id) where integration_id is null;

-- Those for a connection that is not stored, by its id.
drop index concurrently if exists function_runs_unstored;
create index concurrently function_runs_unstored on function_runs (environment_id, connection_id, created_at, id)
    where connection_row_id is null;

-- The runs that are to be looked at, among many that have succeeded.
drop index concurrently if exists function_runs_by_status;
create index concurrently function_runs_by_status on function_runs (environment_id, status, created_at, id)
    where status <> 'succeeded';

-- The runs of a function.
drop index concurrently if exists function_runs_by_name;
create index concurrently function_runs_by_name on function_runs (environment_id, name, created_at, id);

-- Those of one kind.
drop index concurrently if exists function_runs_by_kind;
create index concurrently function_runs_by_kind on function_runs (environment_id, kind, created_at, id);
