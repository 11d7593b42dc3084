-- A deleted integration is disabled and loses its name at once; the background deletes its row
-- after all that belongs to it.
alter table integrations
    add column deleted_at timestamptz,
    -- What became of the access of its connections so far: {revoked, unsupported, failed}.
    add column revocations jsonb not null default '{}';
-- The background finds the integrations that it has to remove.
create index integrations_deleted on integrations (deleted_at) where deleted_at is not null;
