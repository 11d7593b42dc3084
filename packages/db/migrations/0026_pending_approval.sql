-- no transaction

-- A sign-in that waits for days until an admin has approved the app. Its status stays
-- `awaiting_user`, which servers of the release before know. It acts for a copy of its session,
-- which ends with the same key and share link; the code of its link works in the browser that was
-- sent to the provider.
alter table attempts
    add column if not exists approval_session_id uuid,
    add column if not exists approval_hash bytea,
    add column if not exists approval_browser_hash bytea;

-- The link of such a sign-in.
drop index concurrently if exists attempts_approval;
create unique index concurrently attempts_approval on attempts (approval_hash) where approval_hash is not null;
-- The copies end their sign-ins, and do not count as openings of a share link.
drop index concurrently if exists attempts_approval_session;
create index concurrently attempts_approval_session on attempts (environment_id, approval_session_id)
    where approval_session_id is not null;
-- What waits of an end user.
drop index concurrently if exists attempts_awaiting_approval;
create index concurrently attempts_awaiting_approval on attempts (environment_id, end_user_id)
    where approval_session_id is not null and status = 'awaiting_user';
