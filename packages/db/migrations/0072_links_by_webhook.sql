-- What an event says that is secret, such as a link: sealed, and kept as long as it is of use.
create table event_secrets (
    environment_id uuid not null,
    event_id uuid not null,
    secrets bytea not null,
    expires_at timestamptz not null,
    primary key (environment_id, event_id),
    foreign key (environment_id, event_id) references events (environment_id, id) on delete cascade
);
-- The clean-up.
create index event_secrets_expiry on event_secrets (expires_at);

-- When a link to reconnect was last sent to the product by a webhook.
alter table connect_links add column sent_at timestamptz;
