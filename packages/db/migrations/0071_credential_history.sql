-- What was known of the credentials that a connection got, each time that it got others: whose
-- account, which permissions, until when. Never a credential. Renewals are in the request log.
create table credential_history (
    environment_id uuid not null,
    id uuid not null,
    connection_row_id bigint not null,
    at timestamptz not null,
    -- Goes with the connection, as the label in its own row.
    account_label text,
    granted_scopes text[],
    grant_ends_at timestamptz,
    primary key (environment_id, id),
    foreign key (environment_id, connection_row_id) references connections (environment_id, id) on delete cascade
);
-- Those of a connection, newest first, and their removal with it.
create index credential_history_of_connection on credential_history (environment_id, connection_row_id, at);
-- The clean-up.
create index credential_history_age on credential_history (at);
