-- What has become of a link: the first session that connected an account by it, and when.
alter table connect_links add column connected_at timestamptz;
alter table connect_links add column connected_session_id uuid;
-- Whether it stops working then.
alter table connect_links add column is_single_use boolean not null default false;
