import { and, count, eq, gte, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { eventExample } from '../../../contract/event-examples.ts'
import { EVENT_TYPES, EVENTS, type EventType, eventPayload } from '../../../contract/events.ts'
import { DELIVERY_DAYS, type EventCatalog } from '../../../contract/webhooks.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { events } from '../../core/schema.ts'

const DAY = 86_400_000

type Json = Record<string, unknown>

/**
 * JSON Schema of a request body, in one piece: without references, which a reader would have to
 * resolve.
 */
function schemaOf(type: EventType): Json {
  const { $defs = {}, ...schema } = z.toJSONSchema(eventPayload(type)) as Json & { $defs?: Json }
  const inline = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(inline)
    if (typeof node !== 'object' || node === null) return node
    const { $ref, ...rest } = node as Json
    const own = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, inline(value)]))
    if (typeof $ref !== 'string') return own
    return { ...(inline($defs[$ref.replace('#/$defs/', '')]) as Json), ...own }
  }
  return inline(schema) as Json
}

/** Schema and example of each type's request body. */
const CATALOG = EVENT_TYPES.map((type) => ({
  type,
  group: EVENTS[type].group,
  description: EVENTS[type].description,
  payload_schema: schemaOf(type),
  payload_example: eventExample(type),
}))

/** The catalogue, with how many events of each type the caller had. */
export async function listEventTypes(ctx: Context): Promise<z.input<typeof EventCatalog>> {
  const { db, clock } = ctx.platform
  const since = new Date(clock().getTime() - DELIVERY_DAYS * DAY)
  const counts = await db
    .select({ type: events.type, count: count() })
    .from(events)
    .where(
      and(eq(events.ownerId, requireOwner(ctx)), gte(events.createdAt, since), isNotNull(events.objectId)),
    )
    .groupBy(events.type)
  return {
    results: CATALOG.map((entry) => ({
      ...entry,
      last_30_days: counts.find(({ type }) => type === entry.type)?.count ?? 0,
    })),
  }
}
