-- Who made a key, with the name that they had then: the key may outlast them.
alter table secret_keys add column made_by_kind text;
alter table secret_keys add column made_by_id text;
alter table secret_keys add column made_by_name text;
