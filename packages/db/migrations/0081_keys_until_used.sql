-- The key whose first use gives this one, which was rotated, its last hour; null once it was used.
alter table secret_keys add column ends_on_use_of text;
-- Looked into each time that the use of a key is written down.
create index secret_keys_ends_on_use on secret_keys (environment_id, ends_on_use_of) where ends_on_use_of is not null;
