-- A record of 2 to 4 kB, payload and source together, is stored as it is: its compression was 40 %
-- of what PostgreSQL computed to insert it. Larger ones are compressed as before.
alter table records set (toast_tuple_target = 4080);
