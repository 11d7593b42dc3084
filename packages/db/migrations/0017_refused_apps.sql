-- An OAuth app that the provider refuses is detected once, not once per connection.

alter table integrations
    -- Null while the app is accepted: {message, since, tries, retry_at, event_id}.
    add column app_refusal jsonb;
