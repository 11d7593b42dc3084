-- Whether each end user connects one account of an app.
alter table integrations
    add column single_account boolean not null default false;
