-- What a search of connections and their numbers over time are read from: with their credentials,
-- rows of `connections` are ten times as wide. Triggers write it, so that servers of the release
-- before need not know of it.
create table connection_search (
    environment_id uuid not null,
    connection_row_id bigint not null,
    integration_id uuid not null,
    created_at timestamptz not null,
    is_confirmed boolean not null,
    -- In lower case.
    text text not null,
    primary key (environment_id, connection_row_id),
    foreign key (environment_id, connection_row_id) references connections (environment_id, id) on delete cascade
);
-- What a search finds, newest first.
create index connection_search_newest on connection_search (environment_id, created_at desc, connection_row_id desc);

create function connection_search_text(connection_id text, end_user jsonb) returns text language sql stable as $$
    select lower(concat_ws(E'\n', connection_id, end_user ->> 'display_name', end_user ->> 'email'))
$$;

-- All rows of a statement at once: row by row, adding many takes longer.
create function index_new_connections() returns trigger language plpgsql as $$
begin
    insert into connection_search (environment_id, connection_row_id, integration_id, created_at, is_confirmed, text)
    select environment_id, id, integration_id, created_at, confirm_before is null, connection_search_text(connection_id, end_user)
    from added;
    return null;
end $$;
create trigger connections_added after insert on connections
    referencing new table as added for each statement execute function index_new_connections();

create function index_changed_connection() returns trigger language plpgsql as $$
begin
    insert into connection_search (environment_id, connection_row_id, integration_id, created_at, is_confirmed, text)
    values (new.environment_id, new.id, new.integration_id, new.created_at, new.confirm_before is null,
        connection_search_text(new.connection_id, new.end_user))
    on conflict (environment_id, connection_row_id) do update
        set created_at = excluded.created_at, is_confirmed = excluded.is_confirmed, text = excluded.text
        where (connection_search.created_at, connection_search.is_confirmed, connection_search.text)
            is distinct from (excluded.created_at, excluded.is_confirmed, excluded.text);
    return null;
end $$;
create trigger connections_changed after update of connection_id, end_user, confirm_before, created_at on connections
    for each row execute function index_changed_connection();

-- An eighth of those from before the triggers. Locks them, else one that is deleted meanwhile would
-- be referred to.
create function fill_connection_search(part integer) returns void language sql as $$
    insert into connection_search (environment_id, connection_row_id, integration_id, created_at, is_confirmed, text)
    select environment_id, id, integration_id, created_at, confirm_before is null, connection_search_text(connection_id, end_user)
    from connections where id % 8 = part for key share
    on conflict do nothing
$$;
