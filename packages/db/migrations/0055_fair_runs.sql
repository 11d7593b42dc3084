-- no transaction

alter table syncs
    -- It is due and no server runs it, since then: of its environment the first one is next. Null
    -- too where a look has not found yet that its time has come.
    add column if not exists waiting_since timestamptz,
    -- When its connection was changed last, as the last run has found it.
    add column if not exists connection_seen timestamptz;

-- The next run of each environment that has some waiting.
drop index concurrently if exists syncs_waiting;
create index concurrently syncs_waiting on syncs (environment_id, waiting_since, id) where waiting_since is not null;

-- The look for runs whose time has come, or whose server is gone. It takes the place of
-- `syncs_due`, which servers of the release before use.
drop index concurrently if exists syncs_scheduled;
create index concurrently syncs_scheduled on syncs (due_at) where due_at is not null and waiting_since is null;

-- The next webhook of each environment that has some waiting.
drop index concurrently if exists function_runs_webhooks;
create index concurrently function_runs_webhooks on function_runs (environment_id, created_at, id)
    where kind = 'webhook' and status = 'queued';
