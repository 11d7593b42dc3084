-- Actions and handlers of events that are switched off for a connection, as `action/create-note`.
alter table connections add column paused_functions text[] not null default '{}';
