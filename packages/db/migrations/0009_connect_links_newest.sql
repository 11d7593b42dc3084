-- Without it each list of the newest links sorts all links of the environment.
create index connect_links_newest on connect_links (environment_id, created_at desc, id);
