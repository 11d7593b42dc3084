-- The operator's own picture of an app, shown instead of the provider's mark. Not in its
-- integration's row, which is read at every use of a connection.
create table integration_logos (
    environment_id uuid not null,
    integration_id uuid not null,
    -- In the picture's public address, where it is all that is known.
    id text not null unique,
    media_type text not null check (media_type in ('image/svg+xml', 'image/png')),
    content bytea not null,
    primary key (environment_id, integration_id),
    foreign key (environment_id, integration_id) references integrations (environment_id, id) on delete cascade
);
