-- no transaction

-- The list and the count of sign-ins that wait for approval: few among many that have ended.
drop index concurrently if exists attempts_waiting_newest;
create index concurrently attempts_waiting_newest on attempts (environment_id, created_at desc, id desc)
    where approval_since is not null and status = 'awaiting_user';
