-- no transaction

-- Events without a place.
drop index concurrently if exists events_unplaced;
create index concurrently events_unplaced on events (environment_id, created_at) where position is null;
-- The list of events.
drop index concurrently if exists events_in_order;
create unique index concurrently events_in_order on events (environment_id, position) where position is not null;
