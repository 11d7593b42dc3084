-- A key that was rotated works until then, beside the one that takes its place.
alter table secret_keys
    add column expires_at timestamptz,
    add column replaced_by text;
