-- no transaction

-- What an ended attempt still has parked is taken back by the clean-up, which looks every minute.
drop index concurrently if exists attempts_to_take_back;
create index concurrently attempts_to_take_back on attempts (environment_id, id)
    where parked is not null and status in ('cancelled', 'expired');
