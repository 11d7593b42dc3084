-- no transaction

-- A sign-in that waits for days until an admin has approved the app. Its status stays
-- `awaiting_user`, which servers of the release before know, and its session's row is kept; such a
-- server deletes that a day after its end, which ends the wait. The code of its link works in the
-- browser that was sent to the provider.
alter table attempts
    add column if not exists approval_since timestamptz,
    -- Not among `secrets`, which servers of the release before write back without it.
    add column if not exists approval_code bytea,
    add column if not exists approval_hash bytea,
    add column if not exists approval_browser_hash bytea,
    -- Null where a server of the release before sent the browser to the provider.
    add column if not exists state_expires_at timestamptz;

-- The link of such a sign-in.
drop index concurrently if exists attempts_approval;
create unique index concurrently attempts_approval on attempts (approval_hash) where approval_hash is not null;
-- Those that keep a session.
drop index concurrently if exists attempts_waiting;
create index concurrently attempts_waiting on attempts (environment_id, session_id)
    where approval_since is not null and status in ('awaiting_user', 'exchanging', 'verifying');
-- Those of an end user.
drop index concurrently if exists attempts_waiting_of_end_user;
create index concurrently attempts_waiting_of_end_user on attempts (environment_id, end_user_id)
    where approval_since is not null and status in ('awaiting_user', 'exchanging', 'verifying');
-- Those whose server stopped while they were continued.
drop index concurrently if exists attempts_interrupted;
create index concurrently attempts_interrupted on attempts (working_until)
    where approval_since is not null and working_until is not null;
