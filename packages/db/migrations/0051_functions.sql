-- The code that was deployed, by its hash.
create table function_code (
    environment_id uuid not null references environments (id) on delete cascade,
    -- SHA-256 of the bundle, in hexadecimal: what does not match it is never run.
    hash text not null,
    bundle text not null,
    source_map text,
    -- As its author wrote it.
    source text not null,
    file_name text not null,
    created_at timestamptz not null default now(),
    primary key (environment_id, hash)
);

-- The functions of integrations: those that were deployed, and settings of pre-built ones.
create table functions (
    environment_id uuid not null,
    integration_id uuid not null,
    kind text not null check (kind in ('sync', 'action', 'on-event')),
    name text not null,
    id uuid not null,
    is_enabled boolean not null default true,
    -- Of a sync, for all connections; null: what it declares.
    frequency text,
    -- Null: the pre-built function of this name. It stays what runs where this is deleted.
    code_hash text,
    version text,
    models text[] not null default '{}',
    declared_frequency text,
    auto_start boolean not null default true,
    -- JSON: what else it declares.
    details text,
    deployed_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (environment_id, integration_id, kind, name),
    foreign key (environment_id, integration_id) references integrations (environment_id, id) on delete cascade,
    foreign key (environment_id, code_hash) references function_code (environment_id, hash)
);
-- A function by its id, as the API names it.
create unique index functions_id on functions (environment_id, id);
-- The clean-up of code that no function has.
create index functions_code on functions (environment_id, code_hash) where code_hash is not null;

-- Values for functions, as `name` and `value`.
create table environment_variables (
    environment_id uuid not null references environments (id) on delete cascade,
    name text not null,
    value bytea not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (environment_id, name)
);

-- Dry runs and deployments that are asked for by API, and done in the background.
create table function_tasks (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    kind text not null check (kind in ('dry-run', 'deployment')),
    status text not null check (status in ('waiting', 'running', 'success', 'failed')),
    -- JSON: what was asked for, what it came to, or why it failed.
    request text not null,
    result text,
    error text,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    lease_until timestamptz,
    primary key (environment_id, id)
);
-- The clean-up.
create index function_tasks_age on function_tasks (created_at);
-- Those whose server is gone, or whose job was lost.
create index function_tasks_open on function_tasks (created_at) where status in ('waiting', 'running');

-- Runs of other kinds. What there is keeps the older rule: nothing is looked through.
alter table function_runs drop constraint function_runs_kind_check;
alter table function_runs add constraint function_runs_kind_check
    check (kind in ('sync', 'action', 'on-event', 'webhook')) not valid;
