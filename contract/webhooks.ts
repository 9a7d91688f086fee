import { z } from 'zod'
import { CreatedBy } from './created-by.ts'
import { endpoint } from './endpoint.ts'
import { EVENT_PATTERNS, EventTypeName } from './events.ts'
import { listOf, listQuery } from './lists.ts'

/** Webhooks of one account. */
export const MAX_WEBHOOKS = 100
/** Days that events, deliveries and their attempts are kept. */
export const DELIVERY_DAYS = 30
/** Bytes of a response body that are kept. */
export const RESPONSE_BYTES = 16_384
/** Hours that the old secret stays valid beside a new one, at most. */
export const MAX_GRACE_HOURS = 7 * 24
/** Events that one call sends again at most. */
export const RECOVER_AT_ONCE = 10_000

const instant = z.iso.datetime()

export const EventPattern = z.enum(EVENT_PATTERNS).meta({
  id: 'EventPattern',
  description: 'Type of an event, all types with a prefix (`conversion.*`), or all types (`*`).',
})

const url = z.string().trim().min(1).max(2048).meta({
  description:
    'URL that receives events by POST: an `http` or `https` URL of the public internet, without user name or password.',
})
const events = z
  .array(EventPattern)
  .min(1)
  .max(EVENT_PATTERNS.length)
  .meta({ description: 'Events that are sent.' })
const description = z.string().trim().max(500).meta({ description: 'Note; may be empty.' })
const isActive = z.boolean().meta({ description: 'Whether events are sent.' })
/** Names of HTTP headers (RFC 9110, token), and values without line breaks. */
const headers = z
  .record(
    z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'Not the name of a header.'),
    z
      .string()
      .max(2000)
      .regex(/^[\t\x20-\x7e]*$/, 'A value has printable ASCII characters only.'),
  )
  .refine((all) => Object.keys(all).length <= 20, 'At most 20 headers.')
  .meta({
    description:
      'Headers added to each request, for example for a gateway in front of the receiver. Their values are stored encrypted and never returned.',
  })

export const DisabledReason = z.enum(['owner', 'gone', 'failing']).meta({
  id: 'WebhookDisabledReason',
  description:
    '`owner`: disabled by a user or an API key. `gone`: the receiver responded with 410. `failing`: all deliveries failed for 120 hours.',
})

const Hour = z.object({
  at: instant.meta({ description: 'Start of the hour.' }),
  succeeded: z.int().min(0).meta({ description: 'Number of deliveries of this hour that succeeded.' }),
  failed: z.int().min(0).meta({ description: 'Number of deliveries of this hour that failed.' }),
  pending: z
    .int()
    .min(0)
    .meta({ description: 'Number of deliveries of this hour that await their next attempt.' }),
})

export const WebhookStats = z
  .object({
    hours: z.int().min(1).meta({ description: 'Number of hours that the figures cover.' }),
    succeeded: z.int().min(0).meta({ description: 'Number of deliveries that succeeded.' }),
    failed: z.int().min(0).meta({ description: 'Number of deliveries that failed in all attempts.' }),
    pending: z.int().min(0).meta({ description: 'Number of deliveries that await their next attempt.' }),
    success_rate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: 'Share of ended deliveries that succeeded; null if none has ended.' }),
    median_ms: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'Median duration of the last attempts in milliseconds; null if there is none.' }),
    last_failure: z
      .object({
        at: instant.meta({ description: 'Time the delivery was created.' }),
        delivery_id: z.uuid().meta({ description: 'Id of the delivery.' }),
        error: z.string().meta({ description: 'Error of the last attempt.' }),
      })
      .nullable()
      .meta({ description: 'The newest delivery whose last attempt failed; null if there is none.' }),
    series: z.array(Hour).meta({ description: 'The same figures by hour, oldest first.' }),
  })
  .meta({ id: 'WebhookStats', description: 'Deliveries of a webhook over time.' })
export type WebhookStats = z.infer<typeof WebhookStats>

const TypeStats = z.object({
  type: z.string().meta({ description: 'Type of the events.', example: 'conversion.completed' }),
  succeeded: z.int().min(0).meta({ description: 'Number of deliveries of this type that succeeded.' }),
  failed: z.int().min(0).meta({ description: 'Number of deliveries of this type that failed.' }),
  pending: z
    .int()
    .min(0)
    .meta({ description: 'Number of deliveries of this type that await their next attempt.' }),
  median_ms: z.int().min(0).nullable().meta({
    description:
      'Median duration of the last attempts of these deliveries in milliseconds; null if there is none.',
  }),
})

/** What the operation for one webhook answers; the figures in a webhook itself have no types. */
export const DetailedWebhookStats = WebhookStats.extend({
  types: z.array(TypeStats).meta({
    description:
      'The same figures by type of event, most deliveries first. Types without deliveries in these hours are left out.',
  }),
}).meta({
  id: 'DetailedWebhookStats',
  description: 'Deliveries of a webhook over time and by type of event.',
})
export type DetailedWebhookStats = z.infer<typeof DetailedWebhookStats>

export const Webhook = z
  .object({
    webhook_id: z.uuid().meta({ description: 'Id of the webhook.' }),
    id: z.uuid().meta({ description: 'The same as `webhook_id`.' }),
    url: z.string().meta({ description: 'URL that receives the events.' }),
    events: z.array(z.string()).meta({
      description: 'Events that are sent: types, `prefix.*` or `*`.',
    }),
    description: z.string().meta({ description: 'Note; may be empty.' }),
    header_names: z
      .array(z.string())
      .meta({ description: 'Names of the additional headers. Their values are never returned.' }),
    is_active: isActive,
    disabled_reason: DisabledReason.nullable().meta({
      description: 'Reason why the webhook is disabled; null if it is enabled.',
    }),
    disabled_at: instant
      .nullable()
      .meta({ description: 'Time the webhook was disabled; null if it is enabled.' }),
    failing_since: instant.nullable().meta({
      description: 'Time since which no attempt has succeeded; null if the last attempt succeeded.',
    }),
    secret: z.string().optional().meta({
      description:
        'Secret: signing key, `whsec_` followed by 32 random bytes in Base64. Returned only by the create and rotate operations.',
    }),
    previous_secret_expires_at: instant.nullable().meta({
      description:
        'Time until which requests are also signed with the previous secret; null if they are not.',
    }),
    stats: WebhookStats.meta({ description: 'Deliveries of the last 24 hours.' }),
    created_by: CreatedBy,
    created_at: instant.meta({ description: 'Time of creation.' }),
    updated_at: instant.meta({ description: 'Time of the last change.' }),
  })
  .meta({ id: 'Webhook', description: 'A webhook.' })
export type Webhook = z.infer<typeof Webhook>
export const WebhookList = listOf('WebhookList', Webhook)

export const CreateWebhookJson = z
  .strictObject({
    url,
    events: events.default(['*']),
    description: description.default(''),
    headers: headers.default({}),
    is_active: isActive.default(true),
  })
  .meta({ id: 'CreateWebhookJson', description: 'A new webhook.' })

export const UpdateWebhookJson = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    description: description.optional(),
    headers: headers.optional(),
    is_active: isActive.optional(),
  })
  .meta({ id: 'UpdateWebhookJson', description: 'Settings of a webhook to change.' })

export const DeliveryStatus = z.enum(['pending', 'succeeded', 'failed', 'cancelled']).meta({
  id: 'WebhookDeliveryStatus',
  description:
    '`pending`: awaits its next attempt. `failed`: all attempts failed. `cancelled`: cancelled by a user, or because the webhook was disabled.',
})
export const DeliveryTrigger = z.enum(['event', 'test', 'resend', 'recover']).meta({
  id: 'WebhookDeliveryTrigger',
  description: 'Cause of the delivery: the event, a test, or a manual resend.',
})

const Headers = z.record(z.string(), z.string())

const Attempt = z
  .object({
    at: instant.meta({ description: 'Time the request was sent.' }),
    duration_ms: z.int().min(0).meta({ description: 'Time until the response was read, in milliseconds.' }),
    status_code: z
      .int()
      .nullable()
      .meta({ description: 'Status of the response; null if there was no response.' }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Error in readable form; null if the attempt succeeded.' }),
    response_headers: Headers.nullable().meta({
      description: 'Headers of the response; null if there was no response.',
    }),
    response_body: z.string().nullable().meta({
      description:
        'First 16,384 bytes of the response as text; null if there was no response. Treat as untrusted: it may be HTML.',
    }),
  })
  .meta({ id: 'WebhookAttempt', description: 'An attempt to deliver an event.' })

export const Delivery = z
  .object({
    delivery_id: z.uuid().meta({ description: 'Id of the delivery.' }),
    id: z.uuid().meta({ description: 'The same as `delivery_id`.' }),
    webhook_id: z.uuid().meta({ description: 'Id of the webhook.' }),
    event_id: z
      .string()
      .meta({ description: 'Id of the event, sent as `webhook-id`.', example: 'evt_019a5b7c' }),
    type: z.string().meta({ description: 'Type of the event.', example: 'conversion.completed' }),
    object_id: z.string().nullable().meta({ description: 'Id of the object that the event concerns.' }),
    status: DeliveryStatus,
    trigger: DeliveryTrigger,
    attempts: z.array(Attempt).meta({ description: 'Attempts, oldest first.' }),
    next_attempt_at: instant
      .nullable()
      .meta({ description: 'Time of the next attempt; null if there is none.' }),
    request_headers: Headers.meta({
      description:
        'Headers of the last request, or of the next one if there was none. The values of custom headers are hidden.',
    }),
    request_body: z.string().meta({ description: 'Signed request body.' }),
    created_at: instant.meta({ description: 'Time of creation.' }),
    completed_at: instant
      .nullable()
      .meta({ description: 'Time the delivery ended; null while it is pending.' }),
  })
  .meta({ id: 'WebhookDelivery', description: 'Delivery of an event to a webhook.' })
export type Delivery = z.infer<typeof Delivery>
export const DeliveryList = listOf('WebhookDeliveryList', Delivery)

const DeliveriesQuery = listQuery(['created_at']).extend({
  status: DeliveryStatus.optional().meta({ description: 'Only deliveries with this status.' }),
  type: EventTypeName.optional().meta({ description: 'Only deliveries of events of this type.' }),
  since: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Only deliveries created at this time or later.' }),
  until: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Only deliveries created before this time.' }),
  q: z.string().trim().max(100).optional().meta({
    description:
      'Only deliveries with this id, of the event with this id, or of events that concern the object with this id.',
  }),
})

export const EventCatalog = z
  .object({
    results: z
      .array(
        z.object({
          type: EventTypeName,
          group: z.string().meta({ description: 'Group of the event type in the dashboard.' }),
          description: z.string().meta({ description: 'When the event is sent.' }),
          payload_schema: z
            .record(z.string(), z.unknown())
            .meta({ description: 'JSON Schema of the request body.' }),
          payload_example: z
            .record(z.string(), z.unknown())
            .meta({ description: 'Example of the request body.' }),
          last_30_days: z
            .int()
            .min(0)
            .meta({ description: 'Number of events of this type in the account in the last 30 days.' }),
        }),
      )
      .meta({ description: 'All event types.' }),
  })
  .meta({ id: 'EventCatalog', description: 'Catalog of event types.' })

const WEBHOOKS = '/api/v1/webhooks/'
const ONE = `${WEBHOOKS}{webhook_id}/` as const
const DELIVERY = `${ONE}deliveries/{delivery_id}/` as const
const params = z.object({ webhook_id: z.uuid().meta({ description: 'Id of the webhook.' }) })
const deliveryParams = params.extend({ delivery_id: z.uuid().meta({ description: 'Id of the delivery.' }) })
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
const read = { auth: 'account', permission: 'webhooks:read', area: 'webhooks' } as const
const write = { auth: 'account', permission: 'webhooks:write', area: 'webhooks' } as const

export const webhookEndpoints = {
  listWebhooks: endpoint({
    ...read,
    method: 'GET',
    path: WEBHOOKS,
    summary: 'List webhooks',
    description: 'Lists the webhooks of the account, newest first, with figures for the last 24 hours.',
    query: listQuery(['created_at']),
    responses: { 200: WebhookList },
  }),
  createWebhook: endpoint({
    ...write,
    method: 'POST',
    path: WEBHOOKS,
    summary: 'Create a webhook',
    description:
      'Creates a webhook. Requests are signed according to Standard Webhooks. The secret is returned only in this response and after a rotation. An account can have up to 100 webhooks.',
    json: CreateWebhookJson,
    idempotent: true,
    responses: { 201: Webhook },
    problems: ['url_refused', 'limit_reached', 'idempotency_conflict', ...jsonProblems],
  }),
  listEventTypes: endpoint({
    ...read,
    method: 'GET',
    path: `${WEBHOOKS}events/`,
    summary: 'List event types',
    description:
      'Returns all event types with their descriptions, and the schema and an example of the request body.',
    responses: { 200: EventCatalog },
    extension: true,
  }),
  checkWebhookUrl: endpoint({
    ...write,
    method: 'POST',
    path: `${WEBHOOKS}check-url/`,
    summary: 'Check a webhook URL',
    description:
      'Resolves the host and returns whether a webhook could use this URL. No request is sent to the URL, and nothing is created.',
    json: z.strictObject({ url }).meta({ id: 'CheckWebhookUrlJson', description: 'A URL to check.' }),
    responses: { 204: null },
    problems: ['url_refused', ...jsonProblems],
    extension: true,
  }),
  getWebhook: endpoint({
    ...read,
    method: 'GET',
    path: ONE,
    summary: 'Get a webhook',
    description: 'Returns the webhook with its settings and the figures for the last 24 hours.',
    params,
    responses: { 200: Webhook },
    problems: ['not_found'],
  }),
  updateWebhook: endpoint({
    ...write,
    method: 'PATCH',
    path: ONE,
    summary: 'Update a webhook',
    description:
      'Changes only the settings in the request. Disabling a webhook cancels its pending deliveries. After enabling, only new events are sent; to send earlier ones, use recover.',
    params,
    json: UpdateWebhookJson,
    responses: { 200: Webhook },
    problems: ['not_found', 'url_refused', ...jsonProblems],
  }),
  deleteWebhook: endpoint({
    ...write,
    method: 'DELETE',
    path: ONE,
    summary: 'Delete a webhook',
    description: 'Deletes the webhook, its deliveries and their attempts. No further requests are sent.',
    params,
    responses: { 204: null },
    problems: ['not_found'],
  }),
  rotateWebhookSecret: endpoint({
    ...write,
    method: 'POST',
    path: `${ONE}rotate-secret/`,
    summary: 'Rotate the secret of a webhook',
    description:
      'Returns the webhook with its new secret. For `grace_hours`, each request is also signed with the old secret.',
    params,
    json: z
      .strictObject({
        grace_hours: z
          .int()
          .min(0)
          .max(MAX_GRACE_HOURS)
          .default(24)
          .meta({ description: 'Hours that the old secret stays valid.' }),
      })
      .meta({ id: 'RotateSecretJson', description: 'Options of a secret rotation.' }),
    responses: { 200: Webhook },
    problems: ['not_found', ...jsonProblems],
    extension: true,
  }),
  getWebhookStats: endpoint({
    ...read,
    method: 'GET',
    path: `${ONE}stats/`,
    summary: 'Get delivery figures of a webhook',
    description: 'Returns the figures for the last hours in total, by hour and by type of event.',
    params,
    query: z.object({
      hours: z.coerce
        .number()
        .int()
        .min(1)
        .max(DELIVERY_DAYS * 24)
        .default(24)
        .meta({ description: 'Number of hours before now.' }),
    }),
    responses: { 200: DetailedWebhookStats },
    problems: ['not_found'],
    extension: true,
  }),
  listDeliveries: endpoint({
    ...read,
    method: 'GET',
    path: `${ONE}deliveries/`,
    summary: 'List deliveries of a webhook',
    description:
      'Lists the deliveries of the last 30 days with their attempts, newest first. Events are delivered at least once and in no guaranteed order.',
    params,
    query: DeliveriesQuery,
    responses: { 200: DeliveryList },
    problems: ['not_found'],
  }),
  getDelivery: endpoint({
    ...read,
    method: 'GET',
    path: DELIVERY,
    summary: 'Get a delivery',
    description: 'Returns the delivery with its request and all its attempts.',
    params: deliveryParams,
    responses: { 200: Delivery },
    problems: ['not_found'],
    extension: true,
  }),
  testWebhook: endpoint({
    ...write,
    method: 'POST',
    path: `${ONE}test/`,
    summary: 'Send a test event',
    description:
      'Sends the example of a type, or a `webhook.test` event, immediately and without retries. Works for a disabled webhook, too.',
    params,
    json: z
      .strictObject({
        type: EventTypeName.default('webhook.test').meta({
          description: 'Type of the event whose example is sent.',
        }),
      })
      .prefault({})
      .meta({ id: 'TestWebhookJson', description: 'Event to send as a test.' }),
    responses: { 202: Delivery },
    problems: ['not_found', 'too_many_requests', ...jsonProblems],
  }),
  resendDelivery: endpoint({
    ...write,
    method: 'POST',
    path: `${DELIVERY}resend/`,
    summary: 'Resend an event',
    description: 'Sends the event of a delivery again, as a new delivery with the same `webhook-id`.',
    params: deliveryParams,
    responses: { 202: Delivery },
    problems: ['not_found', 'webhook_disabled'],
    extension: true,
  }),
  cancelDelivery: endpoint({
    ...write,
    method: 'POST',
    path: `${DELIVERY}cancel/`,
    summary: 'Cancel a delivery',
    description: 'Cancels a delivery that awaits its next attempt. A delivery that has ended is not changed.',
    params: deliveryParams,
    responses: { 200: Delivery },
    problems: ['not_found'],
    extension: true,
  }),
  recoverWebhook: endpoint({
    ...write,
    method: 'POST',
    path: `${ONE}recover/`,
    summary: 'Resend missed events',
    description:
      'Sends the events since a given time that the webhook receives and that were not delivered to it, oldest first, at most 10,000 per request. Events are kept for 30 days.',
    params,
    json: z
      .strictObject({
        since: z.iso.datetime({ offset: true }).meta({ description: 'Only events at this time or later.' }),
        dry_run: z
          .boolean()
          .default(false)
          .meta({ description: 'Whether events are only counted and nothing is sent.' }),
      })
      .meta({ id: 'RecoverWebhookJson', description: 'Events to resend.' }),
    responses: {
      202: z
        .object({
          count: z.int().min(0).meta({ description: 'Number of events to resend.' }),
          complete: z
            .boolean()
            .meta({ description: 'False if there are more events; repeat the request to send them.' }),
        })
        .meta({ id: 'RecoverAnswer', description: 'Result of resending events.' }),
    },
    problems: ['not_found', 'webhook_disabled', ...jsonProblems],
    extension: true,
  }),
} as const
