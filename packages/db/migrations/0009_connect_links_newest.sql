-- Backends list their newest links, and an environment that mails them out has many: without this, each list sorted them all.
create index connect_links_newest on connect_links (environment_id, created_at desc, id);
