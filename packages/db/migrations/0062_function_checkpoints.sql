-- Where actions and handlers of events go on, by connection. Syncs have theirs in `syncs`.
create table function_checkpoints (
    environment_id uuid not null,
    connection_row_id bigint not null,
    kind text not null check (kind in ('action', 'on-event')),
    name text not null,
    -- JSON, as its function has saved it.
    checkpoint text not null,
    saved_at timestamptz not null,
    primary key (environment_id, connection_row_id, kind, name),
    foreign key (environment_id, connection_row_id) references connections (environment_id, id) on delete cascade
);
