-- How the Connect UI looks and where it may send end users, per environment. No row: the defaults.
create table connect_settings (
    environment_id uuid primary key references environments (id) on delete cascade,
    settings jsonb not null,
    updated_at timestamptz not null default now()
);

-- A link to send to an end user. Holds the values for its sessions; each opening makes one.
create table connect_links (
    environment_id uuid not null references environments (id) on delete cascade,
    id uuid not null,
    code_hash bytea not null,
    -- Sealed JSON: the body of a session, which may carry secrets of the customer's.
    request bytea not null,
    end_user_id text,
    requires_confirmation boolean not null,
    return_to text,
    opened_count integer not null default 0,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    primary key (environment_id, id)
);
-- A share link is found by its code when it is opened.
create unique index connect_links_code on connect_links (code_hash);
-- The clean-up of expired links.
create index connect_links_expiry on connect_links (expires_at);

alter table connect_sessions
    add column appearance jsonb not null default '{}',
    add column locale text,
    -- The share link that opened it; null for a session that the backend minted.
    add column link_id uuid;
-- A link's sessions are counted when it is opened, and end with it.
create index connect_sessions_by_link on connect_sessions (environment_id, link_id) where link_id is not null;

alter table attempts
    -- Keyed hash of the key under which the sign-in's window fetches its address.
    add column window_hash bytea,
    -- Set when the sign-in happens in the same tab: where the browser goes when it is over.
    add column return_to text,
    -- What happened when, as [{at, step}]; for support, so without anything about the person.
    add column timeline jsonb not null default '[]',
    -- The session's: support asks for an end user's tries when the session is long gone.
    add column end_user_id text,
    -- Attempts are kept for longer than sessions, which hold more personal data than support needs.
    drop constraint attempts_environment_id_session_id_fkey;
-- The sign-in's window exchanges its key for a launch code.
create unique index attempts_window on attempts (window_hash);
-- Support finds an attempt in the list by what the end user quotes.
create index attempts_by_ref on attempts (environment_id, ref);
-- The list of attempts, newest first.
create index attempts_newest on attempts (environment_id, created_at desc);
-- The list, filtered by end user.
create index attempts_by_end_user on attempts (environment_id, end_user_id, created_at desc) where end_user_id is not null;
-- The clean-up looks every minute for what is overdue, among many that ended long ago.
create index attempts_running on attempts (expires_at)
    where status in ('created', 'awaiting_user', 'exchanging', 'verifying', 'needs_choice', 'account_mismatch');
-- And for what it has to forget about the person.
create index attempts_personal on attempts (expires_at)
    where was_label is not null or now_label is not null or provider_text is not null or return_to is not null;

alter table connections
    -- Made by a share link and not confirmed by the backend yet: unusable, and deleted after this
    -- time.
    add column confirm_before timestamptz;
-- The clean-up of connections that were not confirmed in time.
create index connections_unconfirmed on connections (confirm_before) where confirm_before is not null;
