import type { eventLogEndpoints } from '../../../contract/event-log.ts'
import type { webhookEndpoints } from '../../../contract/webhooks.ts'
import type { Handlers } from '../../http/handlers.ts'
import { getDelivery, listDeliveries } from './deliveries.ts'
import { listEventTypes } from './event-catalog.ts'
import { listEvents } from './list-events.ts'
import { getWebhook, listWebhooks } from './list-webhooks.ts'
import { checkWebhookUrl, createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './save-webhook.ts'
import { cancelDelivery, recoverWebhook, resendDelivery, testWebhook } from './send-again.ts'
import { getWebhookStats } from './stats.ts'

export const webhookRoutes: Handlers<keyof typeof webhookEndpoints | keyof typeof eventLogEndpoints> = {
  listWebhooks: async ({ ctx, query }) => ({ status: 200, body: await listWebhooks(ctx, query) }),
  createWebhook: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: await createWebhook(ctx, json, idempotencyKey),
  }),
  listEventTypes: async ({ ctx }) => ({ status: 200, body: await listEventTypes(ctx) }),
  listEvents: async ({ ctx, query }) => ({ status: 200, body: await listEvents(ctx, query) }),
  checkWebhookUrl: async ({ ctx, json }) => {
    await checkWebhookUrl(ctx, json.url)
    return { status: 204 }
  },
  getWebhook: async ({ ctx, params }) => ({ status: 200, body: await getWebhook(ctx, params.webhook_id) }),
  updateWebhook: async ({ ctx, params, json }) => {
    await updateWebhook(ctx, params.webhook_id, json)
    return { status: 200, body: await getWebhook(ctx, params.webhook_id) }
  },
  deleteWebhook: async ({ ctx, params }) => {
    await deleteWebhook(ctx, params.webhook_id)
    return { status: 204 }
  },
  rotateWebhookSecret: async ({ ctx, params, json }) => ({
    status: 200,
    body: await rotateSecret(ctx, params.webhook_id, json.grace_hours),
  }),
  getWebhookStats: async ({ ctx, params, query }) => ({
    status: 200,
    body: await getWebhookStats(ctx, params.webhook_id, query.hours),
  }),
  listDeliveries: async ({ ctx, params, query }) => ({
    status: 200,
    body: await listDeliveries(ctx, params.webhook_id, query),
  }),
  getDelivery: async ({ ctx, params }) => ({
    status: 200,
    body: await getDelivery(ctx, params.webhook_id, params.delivery_id),
  }),
  testWebhook: async ({ ctx, params, json }) => ({
    status: 202,
    body: await getDelivery(ctx, params.webhook_id, await testWebhook(ctx, params.webhook_id, json.type)),
  }),
  resendDelivery: async ({ ctx, params }) => ({
    status: 202,
    body: await getDelivery(
      ctx,
      params.webhook_id,
      await resendDelivery(ctx, params.webhook_id, params.delivery_id),
    ),
  }),
  cancelDelivery: async ({ ctx, params }) => {
    await cancelDelivery(ctx, params.webhook_id, params.delivery_id)
    return { status: 200, body: await getDelivery(ctx, params.webhook_id, params.delivery_id) }
  },
  recoverWebhook: async ({ ctx, params, json }) => ({
    status: 202,
    body: await recoverWebhook(ctx, params.webhook_id, json),
  }),
}
