-- expand
-- The types of contract/notifications.ts, with one more. A query for the former ones finds this index as well.
drop index events_notified;
create index events_notified on events (owner_id, created_at, id) where type in (
  'batch.completed', 'pipeline.run.completed', 'pipeline.run.failed', 'scan.completed', 'signing.signed',
  'signing.declined', 'signing.completed', 'signing.expired', 'share.downloaded', 'share.expired', 'credits.low',
  'credits.exhausted', 'storage.quota.warning', 'purchase.failed', 'purchase.refunded', 'subscription.past_due',
  'subscription.cancelled', 'business.verification.changed', 'business.member.joined', 'business.member.removed',
  'account.second_factor.reset'
);
