-- Where end users find what a form asks for, in the customer's words; empty: the provider's.
alter table integrations
    add column guide text[] not null default '{}';
