-- The secret key that made it, and with which it ends. Null: made by a share link, or by a server of the version before.
alter table connect_sessions add column secret_key_id text;
alter table connect_links add column secret_key_id text;

-- Keyed hash of what was typed: an Idempotency-Key belongs to one input. Null: from a server of the version before.
alter table attempts add column input_hash bytea;
