-- A run for a connection that is not stored yet, and perhaps never will be: which one it is for.
alter table function_runs alter column connection_row_id drop not null;
alter table function_runs add column integration_id uuid;
alter table function_runs add column connection_id text;
-- Its server sees it as it renews the lease.
alter table function_runs add column cancelled_at timestamptz;
-- The list of runs.
create index function_runs_newest on function_runs (environment_id, created_at, id);
