-- no transaction

-- When credentials that nothing renews are checked at the provider next; null: never. The default
-- is for existing rows and inserts by the previous version: each is looked at once, and then has
-- its own time, or none.
alter table connections add column if not exists probe_due_at timestamptz default now() + interval '1 hour';

-- By integration, as each is asked for its most overdue ones. What is renewed is not checked.
drop index concurrently if exists connections_probe_due;
create index concurrently connections_probe_due on connections (environment_id, integration_id, probe_due_at)
    where probe_due_at is not null and refresh_due_at is null;

-- The list of what fails, newest first, page by page, among many that do not.
drop index concurrently if exists connections_not_ok_newest;
create index concurrently connections_not_ok_newest on connections (environment_id, auth_state, created_at desc, id desc)
    where auth_state <> 'ok';
-- Has the same beginning.
drop index concurrently if exists connections_not_ok;

-- The list of keys and passwords that have not been checked yet.
drop index concurrently if exists connections_unverified;
create index concurrently connections_unverified on connections (environment_id, created_at desc, id desc)
    where auth_state = 'ok' and verified_at is null and probe_due_at is not null and credentials_type in ('API_KEY', 'BASIC');
