-- no transaction

-- The next function on a new connection of each environment that has some waiting.
drop index concurrently if exists function_runs_handlers;
create index concurrently function_runs_handlers on function_runs (environment_id, created_at, id)
    where kind = 'on-event' and status = 'queued';
