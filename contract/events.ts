import { z } from 'zod'
import { Batch } from './batches.ts'
import { Purchase, Subscription } from './billing.ts'
import { BusinessUser } from './business-users.ts'
import { Business } from './businesses.ts'
import { Conversion } from './conversion.ts'
import { Credits } from './convert.ts'
import { FactorKind } from './mfa.ts'
import { PipelineRun } from './pipelines.ts'
import { ScanPageEvent, ScanSession } from './scan.ts'
import { Share } from './shares.ts'
import { SigningSession } from './signing.ts'
import { StorageUsage, UserFile } from './storage.ts'

const WebhookTest = z
  .object({
    webhook_id: z.uuid().meta({ description: 'Id of the tested webhook.' }),
    message: z.string().meta({ description: 'Readable text for the operator of the receiver.' }),
  })
  .meta({ id: 'WebhookTest', description: 'Content of a test event.' })

const SecondFactorReset = z
  .object({
    user_id: z.uuid().meta({ description: 'Id of the user.' }),
    methods: z.array(FactorKind).meta({ description: 'Removed methods.' }),
  })
  .meta({
    id: 'SecondFactorReset',
    description: 'Second factors that an administrator removed from an account.',
  })

/** Shares of the storage quota above which an event is sent. */
export const QUOTA_WARNINGS = [0.8, 0.95] as const
/** The balance below which the event for low credits is sent. */
export const LOW_CREDITS = 100

/**
 * The catalog of events: for each type its group in the dashboard, when it is sent, and the schema
 * of `data.object`, the same as in the operation that reads the object (wire decision 13).
 */
export const EVENTS = {
  'conversion.completed': {
    group: 'Conversions',
    description: 'A conversion has completed and its result can be downloaded.',
    object: Conversion,
  },
  'conversion.failed': {
    group: 'Conversions',
    description: 'A conversion has failed or was cancelled. Nothing was charged.',
    object: Conversion,
  },
  'conversion.deleted': {
    group: 'Conversions',
    description:
      'A conversion was removed with its files. The object is the conversion as it was before; its files are gone.',
    object: Conversion,
  },
  'batch.completed': {
    group: 'Batches',
    description:
      'All conversions of a batch have ended, and for ten seconds none was added; `status` says whether any has completed. Sent again if more are added later. The files of a pipeline run are told of by the event of the run.',
    object: Batch,
  },
  'pipeline.run.completed': {
    group: 'Pipelines',
    description: 'All files of a pipeline run have ended, and at least one has completed.',
    object: PipelineRun,
  },
  'pipeline.run.failed': {
    group: 'Pipelines',
    description: 'All files of a pipeline run have ended, and none has completed.',
    object: PipelineRun,
  },
  'scan.page.added': {
    group: 'Scan',
    description: 'The photo of a page has arrived in a scan session.',
    object: ScanPageEvent,
  },
  'scan.completed': {
    group: 'Scan',
    description: 'A PDF was made of a scan session. Its conversion is told of by `conversion.completed` too.',
    object: ScanSession,
  },
  'signing.sent': {
    group: 'Signing',
    description: 'A document was sent to its recipients.',
    object: SigningSession,
  },
  'signing.opened': {
    group: 'Signing',
    description: 'A recipient has opened the document for the first time.',
    object: SigningSession,
  },
  'signing.signed': {
    group: 'Signing',
    description: 'A recipient has signed, or has approved the document.',
    object: SigningSession,
  },
  'signing.declined': {
    group: 'Signing',
    description: 'A recipient has declined, which ends the session.',
    object: SigningSession,
  },
  'signing.completed': {
    group: 'Signing',
    description: 'Everybody has signed and the sealed document is there.',
    object: SigningSession,
  },
  'signing.expired': {
    group: 'Signing',
    description: 'The deadline has passed before everybody had signed.',
    object: SigningSession,
  },
  'signing.voided': {
    group: 'Signing',
    description: 'The sender has ended the session.',
    object: SigningSession,
  },
  'share.created': { group: 'Share links', description: 'A share link was created.', object: Share },
  'share.downloaded': {
    group: 'Share links',
    description: 'A visitor has downloaded the shared file, or begun to read it in the page.',
    object: Share,
  },
  'share.revoked': { group: 'Share links', description: 'A share link was revoked.', object: Share },
  'share.expired': {
    group: 'Share links',
    description: 'A share link has reached its expiry time.',
    object: Share,
  },
  'file.created': {
    group: 'Files',
    description: 'A file was stored, by an upload or from a conversion.',
    object: UserFile,
  },
  'file.deleted': {
    group: 'Files',
    description: 'A stored file was deleted. It can be restored until `purge_at`.',
    object: UserFile,
  },
  'storage.quota.warning': {
    group: 'Storage',
    description: `Stored files have come to use more than ${QUOTA_WARNINGS.map((share) => `${share * 100} %`).join(' or ')} of the quota.`,
    object: StorageUsage,
  },
  'credits.low': {
    group: 'Credits',
    description: `Fewer credits are left than the low balance alert is set to, which is ${LOW_CREDITS} unless it was changed. Those that running conversions hold are counted.`,
    object: Credits,
  },
  'credits.exhausted': {
    group: 'Credits',
    description: 'The last credit was spent.',
    object: Credits,
  },
  'purchase.completed': {
    group: 'Billing',
    description:
      'A payment was confirmed, and what was bought is there: a pack, storage, or a period of a plan.',
    object: Purchase,
  },
  'purchase.failed': {
    group: 'Billing',
    description: 'A payment failed or was not made in time. Nothing was charged.',
    object: Purchase,
  },
  'purchase.refunded': {
    group: 'Billing',
    description: 'A payment was refunded or disputed, wholly or in part. Unspent credits were revoked.',
    object: Purchase,
  },
  'subscription.renewed': {
    group: 'Subscriptions',
    description: 'A further period of the plan was paid.',
    object: Subscription,
  },
  'subscription.changed': {
    group: 'Subscriptions',
    description: 'The account has another plan or interval; `data.previous` has the plan before.',
    object: Subscription,
  },
  'subscription.cancelled': {
    group: 'Subscriptions',
    description:
      'The plan was cancelled, or ended because it was not paid. It stays until the end of the paid period.',
    object: Subscription,
  },
  'subscription.past_due': {
    group: 'Subscriptions',
    description: 'A renewal of the plan could not be paid. It is tried again until `grace_until`.',
    object: Subscription,
  },
  'business.verification.changed': {
    group: 'Businesses',
    description:
      'The verification of the business was submitted, taken up, approved, rejected or opened again. Documents and reasons are left out.',
    object: Business,
  },
  'business.member.invited': {
    group: 'Businesses',
    description: 'A person was invited to the business.',
    object: BusinessUser,
  },
  'business.member.joined': {
    group: 'Businesses',
    description: 'A person became a member: by an invitation, by being added, or with a new account.',
    object: BusinessUser,
  },
  'business.member.changed': {
    group: 'Businesses',
    description: 'Role, permissions, status or primary contact of a member changed.',
    object: BusinessUser,
  },
  'business.member.removed': {
    group: 'Businesses',
    description: 'A member was removed or has left, or an invitation was revoked or declined.',
    object: BusinessUser,
  },
  'account.second_factor.reset': {
    group: 'Account',
    description:
      'An administrator removed the second factors, backup codes and trusted devices of the user, and ended their sessions.',
    object: SecondFactorReset,
  },
  'webhook.test': {
    group: 'Webhooks',
    description: 'Sent to one webhook when it is tested, whatever its events are.',
    object: WebhookTest,
  },
} as const satisfies Record<string, { group: string; description: string; object: z.ZodType }>

export type EventType = keyof typeof EVENTS
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]]

/** The schema of an event's `data.object`. */
export type EventObject<T extends EventType> = z.input<(typeof EVENTS)[T]['object']>

/**
 * The patterns that an event of a type matches: the type itself, `prefix.*` for each of its
 * prefixes, and `*`.
 */
export function patternsOf(type: EventType): string[] {
  const parts = type.split('.')
  const prefixes = parts.slice(0, -1).map((_part, index) => `${parts.slice(0, index + 1).join('.')}.*`)
  return [type, ...prefixes, '*']
}

/**
 * A test event goes only to the webhook under test, so no pattern subscribes to it.
 */
const SUBSCRIBED = EVENT_TYPES.filter((type) => type !== 'webhook.test')
export const EVENT_PATTERNS = [...new Set(['*', ...SUBSCRIBED.flatMap(patternsOf)])] as [string, ...string[]]

/** Whether a webhook with these patterns receives events of a type. */
export const matchesEvent = (patterns: readonly string[], type: EventType): boolean =>
  patternsOf(type).some((pattern) => patterns.includes(pattern))

export const EventTypeName = z
  .enum(EVENT_TYPES)
  .meta({ id: 'EventType', description: 'Type of an event; see `GET /api/v1/webhooks/events/`.' })

/** The request body of a delivery: the same bytes at each attempt. */
export const eventPayload = <T extends EventType>(type: T) =>
  z
    .object({
      id: z.string().meta({ description: 'Id of the event, the same as the header `webhook-id`.' }),
      type: z.literal(type).meta({ description: 'Type of the event.' }),
      timestamp: z.iso.datetime().meta({ description: 'Time of the event.' }),
      data: z
        .object({
          object: EVENTS[type].object,
          previous: z.record(z.string(), z.unknown()).optional().meta({
            description: 'Previous values of the changed properties, if the event reports a change.',
          }),
        })
        .meta({ description: 'Object that the event concerns, as it was at that time.' }),
    })
    .meta({ description: EVENTS[type].description })
