-- Whether the end user of a session may see what they have connected, and disconnect it.
alter table connect_sessions
    add column manages_connections boolean not null default false;
