-- The secret key that made it, with which it ends. Null: by a share link, or the previous version.
alter table connect_sessions add column secret_key_id text;
alter table connect_links add column secret_key_id text;

-- Keyed hash of the input that an Idempotency-Key belongs to. Null: from the previous version.
alter table attempts add column input_hash bytea;
