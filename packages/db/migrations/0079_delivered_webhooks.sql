-- no transaction

-- The list of deliveries that were made, behind many that wait.
drop index concurrently if exists webhook_deliveries_delivered;
create index concurrently webhook_deliveries_delivered on webhook_deliveries (environment_id, created_at, id) where status = 'delivered';
