-- The payload before the last change, and which change that was: what the release before writes
-- leaves both as they are, and then the times differ.
alter table records
    add column previous text,
    add column previous_until timestamptz;
