-- no transaction

-- When the attempt under way began; null: none is. `attempts` counts it already, so one that
-- a kill cuts short is counted. The release before leaves it as it is.
alter table webhook_deliveries add column if not exists started_at timestamptz;

-- Of its URL, with the port: URLs of one host share the turns of their environment. Null: it was
-- made by the release before, and not used since.
alter table webhook_destinations add column if not exists host text;

-- The lists of what fails for a cause, or since a time, among many that fail for others: by it
-- PostgreSQL knows how many these are.
drop index concurrently if exists connections_by_failure;
create index concurrently connections_by_failure on connections (environment_id, (case
        when auth_state = 'broken' then case
            when auth_failure ->> 'cause' in ('access_revoked', 'access_expired', 'credentials_refused', 'responses_unusable')
                then auth_failure ->> 'cause'
            when coalesce(auth_failure ->> 'kind', '') <> 'revoked' then 'responses_unusable'
            when (auth_failure -> 'has_expired') = 'true' then 'access_expired'
            when credentials_type = 'OAUTH2' then 'access_revoked'
            else 'credentials_refused' end
        when auth_state = 'failing' then case
            when auth_failure ->> 'cause' in ('provider_unavailable', 'response_unexpected', 'refused_once', 'database_restored',
                    'app_refused', 'address_unusable', 'database_outdated')
                then auth_failure ->> 'cause'
            when auth_failure ->> 'kind' = 'configuration' then 'app_refused'
            when auth_failure ->> 'kind' = 'unknown' then 'response_unexpected'
            else 'provider_unavailable' end
        end), (auth_failure ->> 'since'))
    where auth_state <> 'ok';
