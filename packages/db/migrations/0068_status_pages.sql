-- The public status page of an environment; without a row it has none.
create table status_pages (
    environment_id uuid primary key references environments (id) on delete cascade,
    slug text not null unique,
    title text not null,
    is_enabled boolean not null,
    updated_at timestamptz not null default now()
);
