-- People who use the dashboard. They belong to the instance, not to an environment.
create table members (
    id uuid primary key,
    email text not null,
    name text not null,
    role text not null check (role in ('owner', 'admin', 'support', 'read_only')),
    -- argon2id, as a PHC string: its parameters may change with later releases.
    password_hash text not null,
    created_at timestamptz not null,
    last_seen_at timestamptz,
    removed_at timestamptz
);
-- Signing in by an address, of which each is one member's.
create unique index members_email on members (lower(email)) where removed_at is null;
-- The clean-up.
create index members_removed on members (removed_at) where removed_at is not null;

-- One-time links by which people become members. is_first: the link of a start without members.
create table member_invitations (
    id uuid primary key,
    token_hash bytea not null unique,
    email text,
    role text not null check (role in ('owner', 'admin', 'support', 'read_only')),
    is_first boolean not null,
    invited_by uuid references members (id),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    accepted_at timestamptz,
    revoked_at timestamptz
);
-- The clean-up.
create index member_invitations_age on member_invitations (expires_at);

create table dashboard_sessions (
    id uuid primary key,
    token_hash bytea not null unique,
    member_id uuid not null references members (id),
    user_agent text not null,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
);
-- Listing and ending the sessions of a member.
create index dashboard_sessions_member on dashboard_sessions (member_id) where ended_at is null;
-- The clean-up.
create index dashboard_sessions_age on dashboard_sessions (expires_at);

-- Counts sign-ins by whom and from where, hashed: a limit that all servers share.
create table sign_in_counts (
    subject_hash bytea primary key,
    count integer not null,
    until timestamptz not null
);
-- The clean-up.
create index sign_in_counts_age on sign_in_counts (until);

-- What members and secret keys have changed. Written before the change, completed after it.
create table audit_entries (
    id uuid primary key,
    -- Its name: entries outlast the environment.
    environment_name text,
    at timestamptz not null,
    actor_kind text not null check (actor_kind in ('member', 'secret_key', 'account_key', 'system')),
    actor_id text,
    actor_name text not null,
    action text not null,
    target text,
    -- JSON: the names of the fields that were given, never their values.
    fields text,
    -- HTTP status of the response; null: the server was ended meanwhile.
    status integer,
    error_code text,
    request_id text,
    client_address text
);
-- The list of one environment.
create index audit_entries_of_environment on audit_entries (environment_name, id);
-- The clean-up.
create index audit_entries_age on audit_entries (at);
