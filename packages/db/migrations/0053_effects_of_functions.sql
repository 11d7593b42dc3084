-- JSON: what a deployed function does to records beside what its run saves; null: nothing.
alter table functions add column effects text;
