-- no transaction

-- When connections of an environment came, broke, worked again and went: their number over time.
drop index concurrently if exists events_of_connection_states;
create index concurrently events_of_connection_states on events (environment_id, created_at)
    where type in ('connection.broken', 'connection.healed', 'connection.deleted')
        or (type = 'auth' and payload ->> 'operation' = 'creation');
