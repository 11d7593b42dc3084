drop function fill_connection_search(integer);
