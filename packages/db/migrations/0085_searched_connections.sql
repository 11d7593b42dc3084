-- no transaction

-- In parts: a sign-in of a connection that is among them waits for the end of its part.
select fill_connection_search(0);
select fill_connection_search(1);
select fill_connection_search(2);
select fill_connection_search(3);
select fill_connection_search(4);
select fill_connection_search(5);
select fill_connection_search(6);
select fill_connection_search(7);
-- Of a new table PostgreSQL takes for granted that it has few rows.
analyze connection_search;
