-- A data key's life: from when values are sealed with it (null: always), and since when servers
-- refuse what is sealed with it.
alter table data_keys
    add column seals_from timestamptz,
    add column retired_at timestamptz;
