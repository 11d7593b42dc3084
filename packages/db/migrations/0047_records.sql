-- What syncs have read of one connection, by model. Its row is locked by each write to its records.
create table record_sets (
    environment_id uuid not null,
    id bigint not null generated always as identity,
    -- Null: its connection was deleted, or its records were to be, and a clean-up deletes them in
    -- batches. No cascade, which would delete them in one statement.
    connection_row_id bigint,
    -- `Model`, or `Model::variant`.
    model text not null,
    -- Records that are not deleted.
    live_count bigint not null default 0,
    -- Of its newest record. A later write is later than this, so that readers miss nothing.
    last_modified_at timestamptz not null default 'epoch',
    last_run_at timestamptz not null,
    -- Records up to here have no payload any more; null: all may have one.
    pruned_to timestamptz,
    pruned_to_id uuid,
    -- When the clean-up looks for old payloads; null: there are none.
    prune_due_at timestamptz,
    primary key (environment_id, id),
    unique (environment_id, connection_row_id, model),
    foreign key (environment_id, connection_row_id) references connections (environment_id, id)
        on delete set null (connection_row_id)
);
-- The clean-up of sets whose connection is gone.
create index record_sets_detached on record_sets (environment_id, id) where connection_row_id is null;
-- The clean-up of sets that have had no run for long.
create index record_sets_last_run on record_sets (last_run_at);
-- The clean-up of old payloads.
create index record_sets_prune_due on record_sets (prune_due_at) where prune_due_at is not null;

-- One thing at a third party, as its model has it. No foreign key, which would cost each row a
-- look-up and make the deletion of a set one long statement.
create table records (
    environment_id uuid not null,
    set_id bigint not null,
    -- A hash of connection, model and the third party's id.
    id uuid not null,
    external_id text not null,
    -- JSON, as it is sent to readers: not jsonb, which would be parsed and written again. Null: it
    -- was pruned.
    payload text,
    -- JSON of the third party, where the sync gave it.
    raw text,
    -- Of the payload without what changes from response to response.
    hash bytea not null,
    vendor_version text,
    origin text not null check (origin in ('us', 'vendor')),
    run_id uuid,
    first_seen_at timestamptz not null,
    last_modified_at timestamptz not null,
    seen_at timestamptz not null,
    deleted_at timestamptz,
    pruned_at timestamptz,
    primary key (environment_id, set_id, id)
);
-- The list of records, page by page.
create index records_by_time on records (environment_id, set_id, last_modified_at, id);
-- The list of deleted records, which are few.
create index records_deleted on records (environment_id, set_id, last_modified_at, id) where deleted_at is not null;

-- A complete listing under way: what it has not seen when it ends is deleted.
create table record_listings (
    environment_id uuid not null,
    set_id bigint not null,
    started_at timestamptz not null,
    -- Something without an id was set aside: it could be any record, so none is deleted.
    has_unknown boolean not null default false,
    primary key (environment_id, set_id),
    foreign key (environment_id, set_id) references record_sets (environment_id, id) on delete cascade
);

-- The records that each write of a listing has seen, so that the records themselves need no write.
create table record_listing_pages (
    environment_id uuid not null,
    set_id bigint not null,
    id bigint not null generated always as identity,
    record_ids uuid[] not null,
    primary key (environment_id, set_id, id),
    foreign key (environment_id, set_id) references record_listings (environment_id, set_id) on delete cascade
);

-- What a third party sent that has not its model's form.
create table set_aside_records (
    environment_id uuid not null,
    set_id bigint not null,
    -- As in `records`; of something without an id, a hash of it.
    id uuid not null,
    external_id text,
    -- JSON: what is wrong, and the record.
    issues text not null,
    record text not null,
    run_id uuid,
    seen_at timestamptz not null,
    primary key (environment_id, set_id, id)
);
-- The clean-up of old ones.
create index set_aside_records_age on set_aside_records (seen_at);
