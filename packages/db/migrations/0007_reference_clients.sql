-- Attempts of the reference service's clients, which cannot show further questions and get the
-- outcome through a WebSocket.
alter table attempts add column for_reference_client boolean not null default false;

-- A window opened by such a client. Its WebSocket may be held by another server than the one that
-- learns the outcome.
create table popup_clients (
    -- Keyed hash of the name that we gave to the socket.
    client_hash bytea primary key,
    provider_config_key text not null,
    -- The attempt of the window; null without one, and then `error_type` and `error_desc` say why.
    environment_id uuid,
    attempt_id uuid,
    error_type text,
    error_desc text,
    created_at timestamptz not null default now(),
    foreign key (environment_id, attempt_id) references attempts (environment_id, id) on delete cascade
);
-- Deleting attempts checks their foreign key.
create index popup_clients_attempt on popup_clients (environment_id, attempt_id);
-- The clean-up of old windows.
create index popup_clients_age on popup_clients (created_at);
