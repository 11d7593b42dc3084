-- The syncs of each connection, and their schedule.
create table syncs (
    environment_id uuid not null,
    id uuid not null,
    connection_row_id bigint not null,
    name text not null,
    variant text not null default 'base',
    -- Of its function, as of its last run: by them readers of records find it.
    models text[] not null,
    -- Set for this connection; null: as its settings say, else its function.
    frequency text,
    is_paused boolean not null default false,
    -- When the next run is due; null: it has been paused. It stays until a run has ended.
    due_at timestamptz,
    -- It was triggered while it ran: it runs again at once.
    is_triggered boolean not null default false,
    -- JSON: where it resumes.
    checkpoint text,
    -- The next run may delete more than half of the records.
    allows_deletion boolean not null default false,
    -- One server runs it until then; each of its writes has this fence, which a pause moves on.
    lease_until timestamptz,
    fence bigint not null default 0,
    -- The run under way, else the last one.
    run_id uuid,
    started_at timestamptz,
    finished_at timestamptz,
    status text check (status in ('succeeded', 'failed', 'interrupted')),
    -- JSON: code and message of the last run.
    error text,
    -- Failed runs in a row.
    failures integer not null default 0,
    -- The start and the end of the last run that succeeded.
    succeeded_from timestamptz,
    succeeded_at timestamptz,
    -- JSON, by model: what was written and is in no event yet; what the last run has written.
    pending_counts text,
    last_counts text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (environment_id, id),
    unique (environment_id, connection_row_id, name, variant),
    foreign key (environment_id, connection_row_id) references connections (environment_id, id) on delete cascade
);
-- The look for runs that are due without a job, or whose server is gone.
create index syncs_due on syncs (due_at) where due_at is not null;

-- Executions of functions.
create table function_runs (
    environment_id uuid not null,
    id uuid not null,
    connection_row_id bigint not null,
    kind text not null check (kind in ('sync', 'action')),
    name text not null,
    variant text,
    status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'interrupted')),
    -- Of actions: which try it is, and how many there may be.
    attempt integer not null default 1,
    most_attempts integer not null default 1,
    is_async boolean not null default false,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    lease_until timestamptz,
    -- JSON: records written by model; why it failed.
    counts text,
    error text,
    -- JSON of customers, gone with the connection.
    input text,
    output text,
    -- JSON: what the function has logged.
    log text,
    calls integer not null default 0,
    -- Of `Idempotency-Key`, and of what was asked for with it.
    key_hash bytea,
    request_hash bytea,
    primary key (environment_id, id),
    foreign key (environment_id, connection_row_id) references connections (environment_id, id) on delete cascade
);
-- The run of an idempotency key.
create unique index function_runs_key on function_runs (environment_id, key_hash) where key_hash is not null;
-- The removal with the connection, and its list of runs.
create index function_runs_of_connection on function_runs (environment_id, connection_row_id, created_at);
-- The next asynchronous action of an environment.
create index function_runs_waiting on function_runs (environment_id, created_at) where status in ('queued', 'running') and is_async;
-- Runs whose server is gone.
create index function_runs_leased on function_runs (lease_until) where lease_until is not null;
-- The clean-up.
create index function_runs_age on function_runs (created_at);

-- Locks that functions take by name.
create table function_locks (
    environment_id uuid not null references environments (id) on delete cascade,
    key text not null,
    run_id uuid not null,
    held_until timestamptz not null,
    primary key (environment_id, key)
);
-- The release of all locks of a run.
create index function_locks_of_run on function_locks (environment_id, run_id);
-- The clean-up.
create index function_locks_age on function_locks (held_until);
