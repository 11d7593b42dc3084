-- no transaction

-- By age: lists and batched removals of one integration's attempts read only what they return.
drop index concurrently if exists attempts_of_integration;
create index concurrently attempts_of_integration on attempts (environment_id, integration_id, created_at desc, id desc);
drop index concurrently if exists attempts_by_integration;

-- The clean-up of old events.
drop index concurrently if exists events_age;
create index concurrently events_age on events (created_at);
-- The clean-up of the provider's words in events, which go sooner.
drop index concurrently if exists events_with_words;
create index concurrently events_with_words on events (created_at) where payload #> '{error,description}' is not null;
-- The end user's data in them goes with the connection.
drop index concurrently if exists events_about_connection;
create index concurrently events_about_connection on events (environment_id, (payload ->> 'connectionId')) where payload ? 'connectionId';
