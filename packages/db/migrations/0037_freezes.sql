-- An emergency stop of an integration, or of a whole environment.
create table freezes (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    -- Null: the whole environment. No foreign key: the record outlives the integration.
    integration_id uuid,
    integration_key text,
    reason text not null,
    created_at timestamptz not null,
    lifted_at timestamptz,
    -- Set once its grants are to be revoked.
    revoking_since timestamptz,
    -- The connections up to this id are in frozen_grants; null: all of them.
    listed_up_to bigint,
    primary key (environment_id, id)
);
-- One for each integration, and one for the whole environment.
create unique index freezes_open on freezes (environment_id, coalesce(integration_id, '00000000-0000-0000-0000-000000000000'))
    where lifted_at is null;
-- The work that revokes grants.
create index freezes_revoking on freezes (revoking_since) where revoking_since is not null and lifted_at is null;
-- The clean-up.
create index freezes_lifted on freezes (lifted_at) where lifted_at is not null;

-- Each grant of a freeze whose grants are revoked, and what became of it.
create table frozen_grants (
    environment_id uuid not null,
    freeze_id uuid not null,
    connection_row_id bigint not null,
    integration_key text not null,
    connection_id text not null,
    status text not null default 'pending'
        check (status in ('pending', 'revoked', 'revocation_unsupported', 'already_gone', 'failed')),
    reason text,
    tries int not null default 0,
    -- One server works on it until then; then it is due again.
    due_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (environment_id, freeze_id, connection_row_id),
    foreign key (environment_id, freeze_id) references freezes (environment_id, id) on delete cascade
);
-- The next grants to revoke.
create index frozen_grants_due on frozen_grants (environment_id, freeze_id, due_at) where status = 'pending';
-- The clean-up.
create index frozen_grants_age on frozen_grants (updated_at);

-- A frozen integration is switched off (`enabled`), which every server reads with each use of it.
alter table integrations
    add column freeze_id uuid,
    add column enabled_after_freeze boolean not null default true;
