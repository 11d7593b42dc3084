-- Whether the error of an action is told in the form of unified endpoints, which it was called by.
alter table function_runs add column is_unified boolean not null default false;
