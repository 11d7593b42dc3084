-- no transaction

-- Of an action that has succeeded: how often what it changed may still be read, which has failed.
alter table function_runs add column if not exists rereads_left smallint;

-- Those of a connection, before a sync of it runs.
drop index concurrently if exists function_runs_unread;
create index concurrently function_runs_unread on function_runs (environment_id, connection_row_id) where rereads_left > 0;
