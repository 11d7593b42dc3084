-- no transaction

-- The attempt that the grant is parked at, where it is none of a connection; its connection_row_id
-- is then a number from 2^52 on, which no connection has.
alter table frozen_grants add column if not exists attempt_id uuid;

-- What a freeze accounts for besides connections, and the clean-up of what ended attempts have
-- parked. It replaces attempts_to_take_back, which the release before reads.
drop index concurrently if exists attempts_with_grant;
create index concurrently attempts_with_grant on attempts (environment_id, integration_id)
    where parked is not null or status in ('exchanging', 'verifying');
