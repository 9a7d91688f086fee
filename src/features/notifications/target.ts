import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  CircleAlertIcon,
  CircleCheckIcon,
  ClockAlertIcon,
  CoinsIcon,
  DownloadIcon,
  HardDriveIcon,
  LinkIcon,
  type LucideIcon,
  ReceiptTextIcon,
  ScanTextIcon,
  ShieldAlertIcon,
  ShieldCheckIcon,
  SignatureIcon,
  UserMinusIcon,
  UserPlusIcon,
} from 'lucide-react'
import type { Notification, NotificationType } from '../../api/notifications.ts'
import { paths } from '../../paths.ts'

/** The outcome by color. */
export type Outcome = 'ok' | 'accent' | 'warn' | 'bad' | 'plain'

interface Variant {
  icon: LucideIcon
  outcome: Outcome
  verb: MessageDescriptor
}

const LOOKS: Record<NotificationType, Variant> = {
  'batch.completed': { icon: CircleCheckIcon, outcome: 'ok', verb: msg`View` },
  'pipeline.run.completed': { icon: CircleCheckIcon, outcome: 'ok', verb: msg`Open` },
  'pipeline.run.failed': { icon: CircleAlertIcon, outcome: 'bad', verb: msg`Open` },
  'scan.completed': { icon: ScanTextIcon, outcome: 'ok', verb: msg`Open` },
  'signing.signed': { icon: SignatureIcon, outcome: 'accent', verb: msg`View` },
  'signing.declined': { icon: SignatureIcon, outcome: 'bad', verb: msg`View` },
  'signing.completed': { icon: SignatureIcon, outcome: 'ok', verb: msg`View` },
  'signing.expired': { icon: ClockAlertIcon, outcome: 'warn', verb: msg`View` },
  'share.downloaded': { icon: DownloadIcon, outcome: 'plain', verb: msg`View` },
  'share.expired': { icon: LinkIcon, outcome: 'plain', verb: msg`View` },
  'credits.low': { icon: CoinsIcon, outcome: 'warn', verb: msg`Open billing` },
  'credits.exhausted': { icon: CoinsIcon, outcome: 'bad', verb: msg`Open billing` },
  'storage.quota.warning': { icon: HardDriveIcon, outcome: 'warn', verb: msg`Open storage` },
  'purchase.failed': { icon: ReceiptTextIcon, outcome: 'bad', verb: msg`View` },
  'purchase.refunded': { icon: ReceiptTextIcon, outcome: 'plain', verb: msg`View` },
  'subscription.past_due': { icon: ReceiptTextIcon, outcome: 'bad', verb: msg`Open billing` },
  'subscription.cancelled': { icon: ReceiptTextIcon, outcome: 'warn', verb: msg`Open billing` },
  'business.verification.changed': { icon: ShieldCheckIcon, outcome: 'accent', verb: msg`View` },
  'business.member.joined': { icon: UserPlusIcon, outcome: 'plain', verb: msg`View` },
  'business.member.removed': { icon: UserMinusIcon, outcome: 'plain', verb: msg`View` },
  'account.second_factor.reset': { icon: ShieldAlertIcon, outcome: 'warn', verb: msg`Open security` },
}

/** Icon, color and action. Batches and verifications differ by their outcome. */
export function lookOf({ type, facts: { completed = 0, failed = 0, status } }: Notification): Variant {
  const look = LOOKS[type]
  if (type === 'batch.completed' && failed > 0)
    return { ...look, icon: CircleAlertIcon, outcome: completed > 0 ? 'warn' : 'bad' }
  if (status === 'verified') return { ...look, outcome: 'ok' }
  if (status === 'rejected') return { ...look, icon: CircleAlertIcon, outcome: 'bad' }
  return look
}

/** The page of the notification's object. `business`: the current one. */
export function pathOf({ type, object_id: id, title, facts }: Notification, business: string | null): string {
  switch (type) {
    case 'batch.completed':
      return paths.history(facts.total === 1 && title ? { q: title } : {})
    case 'pipeline.run.completed':
    case 'pipeline.run.failed':
      return paths.pipelineRun(id)
    case 'scan.completed':
      return paths.scanSession(id)
    case 'signing.signed':
    case 'signing.declined':
    case 'signing.completed':
    case 'signing.expired':
      return paths.signingSession(id)
    case 'share.downloaded':
    case 'share.expired':
      return paths.share(id)
    case 'storage.quota.warning':
      return paths.storage()
    case 'purchase.failed':
    case 'purchase.refunded':
      return paths.billing('purchases')
    case 'business.verification.changed':
      return paths.business(id, 'verification')
    case 'business.member.joined':
    case 'business.member.removed':
      return business === null ? paths.businesses() : paths.business(business, 'members')
    case 'account.second_factor.reset':
      return paths.security()
    default:
      return paths.billing()
  }
}
