-- no transaction

-- When connections of an environment broke, worked again and went. Those that came are counted in
-- `connections`, where they still are.
drop index concurrently if exists events_of_connection_changes;
create index concurrently events_of_connection_changes on events (environment_id, created_at)
    where type in ('connection.broken', 'connection.healed', 'connection.deleted');
-- When deleted connections were created: the events of their deletion tell it from now on.
update events
set payload = payload || jsonb_build_object('connectionCreatedAt',
    to_char(came.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from (
    select deleted.environment_id, deleted.id, created.at
    from events as deleted, lateral (
        select max(created_at) as at from events
        where environment_id = deleted.environment_id and created_at <= deleted.created_at
            and payload ? 'connectionId' and payload ->> 'connectionId' = deleted.payload ->> 'connectionId'
            and payload ->> 'providerConfigKey' = deleted.payload ->> 'providerConfigKey'
            and type = 'auth' and payload ->> 'operation' = 'creation' and payload ->> 'success' = 'true'
    ) as created
    where deleted.type = 'connection.deleted' and not deleted.payload ? 'connectionCreatedAt' and created.at is not null
) as came
where events.environment_id = came.environment_id and events.id = came.id;
