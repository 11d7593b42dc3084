-- An OAuth app that the provider refuses is found out once, not once for each connection that is renewed with it.

alter table integrations
    -- Null while the app is accepted, as far as is known: {message, since, tries, retry_at, event_id}.
    add column app_refusal jsonb;
