-- The figures of a webhook are counted from the index alone: with a million deliveries the rows themselves are read for seconds.
create index webhook_deliveries_figures on webhook_deliveries (webhook_id, created_at) include (type, status, duration_ms);
