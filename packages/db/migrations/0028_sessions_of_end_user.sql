-- no transaction

-- A backend ends what an end user has begun.
drop index concurrently if exists connect_sessions_of_end_user;
create index concurrently connect_sessions_of_end_user on connect_sessions (environment_id, (end_user ->> 'id'))
    where end_user is not null;
