import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EventTypeName } from './events.ts'
import { listOf, listQuery } from './lists.ts'
import { DeliveryStatus, DeliveryTrigger } from './webhooks.ts'

/** Maximum number of deliveries per event in the list of events. */
export const EVENT_DELIVERIES = 100

const instant = z.iso.datetime()

const EventDelivery = z
  .object({
    delivery_id: z.uuid().meta({ description: 'Id of the delivery.' }),
    webhook_id: z.uuid().meta({ description: 'Id of the webhook.' }),
    url: z.string().meta({ description: 'URL of the webhook.' }),
    status: DeliveryStatus,
    trigger: DeliveryTrigger,
    attempts: z.int().min(0).meta({ description: 'Number of attempts so far.' }),
    error: z.string().nullable().meta({
      description: 'Error of the last attempt; null if it succeeded or if there was none.',
    }),
    next_attempt_at: instant
      .nullable()
      .meta({ description: 'Time of the next attempt; null if there is none.' }),
    created_at: instant.meta({ description: 'Time of creation.' }),
    completed_at: instant
      .nullable()
      .meta({ description: 'Time the delivery ended; null while it is pending.' }),
  })
  .meta({ id: 'EventDelivery', description: 'Delivery of an event to one webhook, without request bodies.' })
export type EventDelivery = z.infer<typeof EventDelivery>

export const EventRecord = z
  .object({
    event_id: z
      .string()
      .meta({ description: 'Id of the event, sent as `webhook-id`.', example: 'evt_019a5b7c' }),
    id: z.string().meta({ description: 'The same as `event_id`.', example: 'evt_019a5b7c' }),
    type: EventTypeName,
    object_id: z.string().meta({ description: 'Id of the object that the event concerns.' }),
    created_at: instant.meta({ description: 'Time of the event.' }),
    request_body: z.string().meta({
      description: 'Request body as text: the signed bytes.',
      example: '{"id":"evt_019a5b7c","type":"conversion.completed"}',
    }),
    deliveries: z.array(EventDelivery).meta({
      description: `Deliveries of the event, oldest first; at most the newest ${EVENT_DELIVERIES}.`,
    }),
  })
  .meta({ id: 'EventRecord', description: 'An event of the account with its deliveries.' })
export type EventRecord = z.infer<typeof EventRecord>
export const EventRecordList = listOf('EventRecordList', EventRecord)

export const eventLogEndpoints = {
  listEvents: endpoint({
    auth: 'account',
    permission: 'webhooks:read',
    area: 'webhooks',
    method: 'GET',
    path: '/api/v1/events/',
    summary: 'List events',
    description:
      'Lists the events of the last 30 days, newest first, whether or not a webhook receives them. Test events are left out. An event can appear a few seconds after its `created_at`; clients that poll should request the last minute again and ignore known ids.',
    query: listQuery(['created_at']).extend({
      type: EventTypeName.optional().meta({ description: 'Only events of this type.' }),
      object_id: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .optional()
        .meta({ description: 'Only events that concern the object with this id.' }),
      since: z.iso
        .datetime({ offset: true })
        .optional()
        .meta({ description: 'Only events created at this time or later.' }),
    }),
    responses: { 200: EventRecordList },
    extension: true,
  }),
} as const
