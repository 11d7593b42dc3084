-- What the product does with an app, in sentences for end users; empty: described by its scopes.
alter table integrations
    add column access text[] not null default '{}';
