import {
  isHeard,
  NOTIFICATION_TYPES,
  NOTIFIED,
  type Notification,
  type NotificationGroup,
  type NotificationType,
  type notificationEndpoints,
  UNREAD_LIMIT,
} from '../../contract/notifications.ts'
import { describeEvent } from '../../server/core/notifications/describe.ts'
import { objectOf } from '../../server/core/notifications/object-of.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem } from './handler.ts'
import { pageOf } from './page.ts'
import { eventIdOf, type StoredEvent } from './stored-webhooks.ts'

/** What one person has read and muted of one account. */
export interface StoredReadState {
  user: string
  owner: string
  readUntil: string | null
  muted: NotificationGroup[]
  /** Ids of single events. */
  marks: Set<string>
}

const HOUR = 3_600_000
const hourOf = ({ createdAt }: StoredEvent) => Math.floor(Date.parse(createdAt) / HOUR)

const isNotified = (type: string): type is NotificationType =>
  (NOTIFICATION_TYPES as readonly string[]).includes(type)

function stateOf(db: Db, actor: Actor): StoredReadState | null {
  const user = actor.user?.id
  if (user === undefined) return null
  const found = db.notifications.find((one) => one.user === user && one.owner === actor.id)
  if (found) return found
  const joined = db.businesses.members.find(
    ({ businessId, userId }) => businessId === actor.business?.id && userId === user,
  )
  const made = {
    user,
    owner: actor.id,
    readUntil: joined?.joinedAt ?? null,
    muted: [],
    marks: new Set<string>(),
  }
  db.notifications.push(made)
  return made
}

function requireState(db: Db, actor: Actor): StoredReadState {
  const state = stateOf(db, actor)
  if (!state)
    throw new MockProblem(
      'invalid_request',
      'The key of a business belongs to no person and has no read state. Use the key or session of a person.',
    )
  return state
}

/** The lines of an account, the newest first. Downloads of one link within an hour are one. */
function linesOf(db: Db, actor: Actor): Notification[] {
  const state = stateOf(db, actor)
  const heard = db.webhooks.events
    .filter(({ owner, objectId }) => owner === actor.id && objectId !== null)
    .flatMap((event) => {
      const { type } = event
      if (!isNotified(type)) return []
      const { permission } = NOTIFIED[type]
      return actor.permissions.includes(permission) && isHeard(type, state?.muted ?? [])
        ? [{ event, type }]
        : []
    })
    .toSorted((a, b) => a.event.createdAt.localeCompare(b.event.createdAt))
    .reverse()
  const keyOf = ({ event, type }: (typeof heard)[number]) =>
    type === 'share.downloaded' ? `${event.objectId} ${hourOf(event)}` : event.id
  return [...Map.groupBy(heard, keyOf).values()].flatMap(([newest, ...earlier]) => {
    if (!newest) return []
    const { event, type } = newest
    const before = state?.readUntil ? event.createdAt <= state.readUntil : false
    return {
      id: eventIdOf(event),
      type,
      group: NOTIFIED[type].group,
      object_id: event.objectId ?? '',
      ...describeEvent(type, objectOf(type, event.body), event.createdAt),
      count: earlier.length + 1,
      is_read: before || (state?.marks.has(eventIdOf(event)) ?? false),
      created_at: event.createdAt,
    }
  })
}

export const notificationHandlers: AreaHandlers<keyof typeof notificationEndpoints> = {
  listNotifications({ db, actor, query }) {
    const all = linesOf(db, actor)
    const found = all.filter(
      ({ group, is_read }) => (!query.group || group === query.group) && !(query.unread && is_read),
    )
    const page = pageOf(query.sort_dir === 'asc' ? found.reverse() : found, query)
    const unread = Math.min(UNREAD_LIMIT, all.filter(({ is_read }) => !is_read).length)
    return { status: 200, body: { ...page, unread } }
  },
  readNotifications({ db, actor, json }) {
    const state = requireState(db, actor)
    if ('ids' in json) {
      for (const id of json.ids) state.marks.add(id)
      return { status: 204 }
    }
    const until = new Date(Math.min(Date.parse(json.until), Date.now())).toISOString()
    if (state.readUntil === null || until > state.readUntil) state.readUntil = until
    return { status: 204 }
  },
  getNotificationSettings: ({ db, actor }) => ({
    status: 200,
    body: { muted: stateOf(db, actor)?.muted ?? [] },
  }),
  putNotificationSettings({ db, actor, json }) {
    requireState(db, actor).muted = json.muted
    return { status: 200, body: json }
  },
}
