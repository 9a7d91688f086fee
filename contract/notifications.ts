import { z } from 'zod'
import { BooleanText } from './boolean-text.ts'
import { endpoint } from './endpoint.ts'
import type { EventType } from './events.ts'
import { listOf, listQuery } from './lists.ts'
import type { Permission } from './permissions.ts'
import { DELIVERY_DAYS } from './webhooks.ts'

/** Maximum of the unread count. */
export const UNREAD_LIMIT = 100
/** Maximum number of ids that one request marks as read. */
export const READ_AT_ONCE = 100

export const NOTIFICATION_GROUPS = ['conversions', 'signing', 'sharing', 'account'] as const
export const NotificationGroup = z.enum(NOTIFICATION_GROUPS).meta({
  id: 'NotificationGroup',
  description:
    'Subject of a notification: conversions, pipelines and scans; signing; share links; the account.',
})
export type NotificationGroup = z.infer<typeof NotificationGroup>

interface Notified {
  group: NotificationGroup
  /** The permission to read the object; members without it get no notification. */
  permission: Permission
  /** An event of the account's security: listed even if its group is muted. */
  always?: true
}

/**
 * The events that are notifications. The index `events_notified` has the same types: adding one
 * requires a new index. Events for programs only, such as the end of each conversion, are left out.
 */
export const NOTIFIED = {
  'batch.completed': { group: 'conversions', permission: 'history:read' },
  'pipeline.run.completed': { group: 'conversions', permission: 'pipelines:read' },
  'pipeline.run.failed': { group: 'conversions', permission: 'pipelines:read' },
  'scan.completed': { group: 'conversions', permission: 'convert:read' },
  'signing.signed': { group: 'signing', permission: 'signing:read' },
  'signing.declined': { group: 'signing', permission: 'signing:read' },
  'signing.completed': { group: 'signing', permission: 'signing:read' },
  'signing.expired': { group: 'signing', permission: 'signing:read' },
  'share.downloaded': { group: 'sharing', permission: 'shares:read' },
  'share.expired': { group: 'sharing', permission: 'shares:read' },
  'credits.low': { group: 'account', permission: 'usage:read' },
  'credits.exhausted': { group: 'account', permission: 'usage:read' },
  'storage.quota.warning': { group: 'account', permission: 'storage:read' },
  'purchase.failed': { group: 'account', permission: 'billing:read' },
  'purchase.refunded': { group: 'account', permission: 'billing:read' },
  'subscription.past_due': { group: 'account', permission: 'billing:read' },
  'subscription.cancelled': { group: 'account', permission: 'billing:read' },
  'business.verification.changed': { group: 'account', permission: 'business:read' },
  'business.member.joined': { group: 'account', permission: 'members:read' },
  'business.member.removed': { group: 'account', permission: 'members:read' },
  'account.second_factor.reset': { group: 'account', permission: 'mfa:read', always: true },
} as const satisfies Partial<Record<EventType, Notified>>

export type NotificationType = keyof typeof NOTIFIED
export const NOTIFICATION_TYPES = Object.keys(NOTIFIED) as [NotificationType, ...NotificationType[]]

/** Whether a person with these muted groups gets notifications of a type. */
export const isHeard = (type: NotificationType, muted: readonly NotificationGroup[]): boolean =>
  'always' in NOTIFIED[type] || !muted.includes(NOTIFIED[type].group)

const count = z.int().min(0)
const instant = z.iso.datetime()

export const NotificationFacts = z
  .object({
    total: count.optional().meta({ description: 'Number of files of the batch or run.' }),
    completed: count.optional().meta({ description: 'Number of completed files.' }),
    failed: count.optional().meta({ description: 'Number of failed or cancelled files.' }),
    seconds: count.optional().meta({
      description: 'Duration of the batch or run in seconds, from the first file until all have ended.',
    }),
    pages: count.optional().meta({ description: 'Number of pages of a scan.' }),
    recipient: z
      .string()
      .optional()
      .meta({ description: 'Name of the recipient who signed, approved or declined.' }),
    signed: count.optional().meta({ description: 'Number of recipients who have signed or approved.' }),
    of: count.optional().meta({ description: 'Number of recipients who sign or approve.' }),
    downloads: count.optional().meta({ description: 'Total number of downloads of the link.' }),
    left: count
      .optional()
      .meta({ description: 'Remaining downloads of a link with a limit, or remaining credits.' }),
    percent: count.optional().meta({ description: 'Used percentage of the storage quota.' }),
    until: instant.optional().meta({ description: 'Time the plan ends.' }),
    status: z.string().optional().meta({ description: 'New status of a verification.' }),
    role: z.string().optional().meta({ description: 'Role of a member.' }),
  })
  .meta({
    id: 'NotificationFacts',
    description: 'Details of an event, depending on its type.',
  })
export type NotificationFacts = z.infer<typeof NotificationFacts>

export const Notification = z
  .object({
    id: z.string().meta({ description: 'Id of the event.', example: 'evt_019a5b7c' }),
    type: z.enum(NOTIFICATION_TYPES).meta({ id: 'NotificationType', description: 'Type of the event.' }),
    group: NotificationGroup,
    object_id: z.string().meta({ description: 'Id of the object that the event concerns.' }),
    title: z.string().meta({
      description:
        'Name of the object at that time; for a batch, the name of its first file. Empty if the event concerns the account.',
      example: 'Lease, Unit 4',
    }),
    facts: NotificationFacts,
    count: z.int().min(1).meta({
      description:
        'Number of events that this notification combines. Downloads of the same link within one hour (UTC) are combined; the notification has the id, time and details of the last one.',
    }),
    is_read: z.boolean().meta({ description: 'Whether the caller has read the notification.' }),
    created_at: instant.meta({ description: 'Time of the event.' }),
  })
  .meta({ id: 'Notification', description: 'A notification about an event of the account.' })
export type Notification = z.infer<typeof Notification>

export const NotificationList = listOf('NotificationPage', Notification)
  .extend({
    unread: z
      .int()
      .min(0)
      .max(UNREAD_LIMIT)
      .meta({
        description: `Number of unread notifications in groups that are not muted, counted up to ${UNREAD_LIMIT}.`,
      }),
  })
  .meta({ id: 'NotificationList', description: 'One page of notifications.' })
export type NotificationList = z.infer<typeof NotificationList>

export const NotificationSettings = z
  .strictObject({
    muted: z
      .array(NotificationGroup)
      .max(NOTIFICATION_GROUPS.length)
      .refine((groups) => new Set(groups).size === groups.length, { message: 'A group appears twice.' })
      .meta({
        description:
          'Muted groups. Their notifications are neither listed nor counted, except for security notices of the account.',
      }),
  })
  .meta({ id: 'NotificationSettings', description: 'Notification settings of a user for one account.' })
export type NotificationSettings = z.infer<typeof NotificationSettings>

const ReadJson = z
  .union([
    z.strictObject({
      ids: z
        .array(z.string().regex(/^evt_[0-9a-f-]{36}$/, 'This is not an id of a notification.'))
        .min(1)
        .max(READ_AT_ONCE)
        .meta({ description: 'Ids of notifications. Unknown ones are ignored.' }),
    }),
    z.strictObject({
      all: z.literal(true).meta({ description: 'Marks all notifications up to `until`.' }),
      until: z.iso.datetime({ offset: true }).meta({
        description:
          'Time of the newest notification shown, so that later ones stay unread. A time in the future counts as now.',
      }),
    }),
  ])
  .meta({ id: 'ReadNotificationsJson', description: 'Notifications to mark as read.' })

const NOTIFICATIONS = '/api/v1/user/notifications/'
const base = { auth: 'account', permission: 'history:read', area: 'account', extension: true } as const
const jsonProblems = ['malformed_body', 'unsupported_media_type'] as const
const PERSONAL =
  'Read and muted states are stored per user and account. An API key of a business belongs to no user: it reads all notifications as unread, and changes are refused with 400.'

export const notificationEndpoints = {
  listNotifications: endpoint({
    ...base,
    method: 'GET',
    path: NOTIFICATIONS,
    summary: 'List notifications',
    description: `Lists events of the account during the last ${DELIVERY_DAYS} days that are relevant to a person, newest first. Only events about objects that the caller may read are listed: an API key with only the scope \`history:read\` gets those of batches. Muted groups are left out, except for security notices of the account. Events before a member joined are read for this member.`,
    query: listQuery(['created_at']).extend({
      group: NotificationGroup.optional().meta({ description: 'Only notifications of this group.' }),
      unread: BooleanText.default(false).meta({ description: 'Whether to list only unread notifications.' }),
    }),
    responses: { 200: NotificationList },
  }),
  readNotifications: endpoint({
    ...base,
    method: 'POST',
    path: `${NOTIFICATIONS}read/`,
    summary: 'Mark notifications as read',
    description: `Marks the notifications with these ids, or all up to a time. ${PERSONAL}`,
    json: ReadJson,
    responses: { 204: null },
    problems: jsonProblems,
  }),
  getNotificationSettings: endpoint({
    ...base,
    method: 'GET',
    path: `${NOTIFICATIONS}settings/`,
    summary: 'Get the notification settings',
    description: 'Returns the groups that the caller has muted for this account.',
    responses: { 200: NotificationSettings },
  }),
  putNotificationSettings: endpoint({
    ...base,
    method: 'PUT',
    path: `${NOTIFICATIONS}settings/`,
    summary: 'Update the notification settings',
    description: `Replaces the muted groups. Security notices of the account, such as a second factor reset by an administrator, are always listed. Notifications of a group are listed again when it is no longer muted. ${PERSONAL}`,
    json: NotificationSettings,
    responses: { 200: NotificationSettings },
    problems: jsonProblems,
  }),
} as const
