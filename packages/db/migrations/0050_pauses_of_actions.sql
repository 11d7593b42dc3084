-- Of one that waits: not before this; null: at once.
alter table function_runs add column due_at timestamptz;
