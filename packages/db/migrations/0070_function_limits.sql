-- JSON: what an environment has set for runs of its functions; null: nothing.
alter table environments add column function_limits text;
