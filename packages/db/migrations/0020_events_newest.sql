-- no transaction

-- No statement of any release reads an environment's events by age.
drop index concurrently if exists events_newest;
