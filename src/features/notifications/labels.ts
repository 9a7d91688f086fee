import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { VerificationStatus } from '../../../contract/business-states.ts'
import type { Role } from '../../../contract/permissions.ts'
import type { Notification, NotificationType } from '../../api/notifications.ts'
import { formatDate } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { ROLE_WORDS, VERIFICATION_WORDS } from '../businesses/labels/index.ts'
import { strong } from './strong.ts'

export interface Labels {
  /** A sentence, in which `strong` marks the object. */
  sentence: string
  /** Further details; empty for none. */
  note: string
}

/** The text of a notification. Names in it are untrusted. */
export function useLabels(): (notification: Notification) => Labels {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const number = (value: number) => formatNumber(value, locale)

  const conversions = ({ title, facts: { total = 1, completed = 0, failed = 0 } }: Notification): Labels => {
    const more = total - 1
    const note =
      more > 0
        ? t({ message: plural(more, { one: `${title} and # more`, other: `${title} and # more` }) })
        : title
    const done = strong(
      t({ message: plural(completed, { one: '# conversion completed', other: '# conversions completed' }) }),
    )
    if (completed === 0)
      return {
        sentence: strong(
          t({
            message: plural(failed, {
              one: '# conversion did not complete',
              other: '# conversions did not complete',
            }),
          }),
        ),
        note,
      }
    const left = t({ message: plural(failed, { one: '# not completed', other: '# not completed' }) })
    return { sentence: failed > 0 ? t`${done}, ${left}` : done, note }
  }

  const filesDone = ({ facts: { total = 0, completed = 0 } }: Notification) =>
    t({
      message: plural(total, {
        one: `${number(completed)} of # file completed`,
        other: `${number(completed)} of # files completed`,
      }),
    })
  const signedOf = ({ facts: { signed = 0, of = 0 } }: Notification) => {
    const [done, all] = [number(signed), number(of)]
    return t`${done} of ${all} have signed`
  }
  const downloadsOf = ({ facts: { downloads = 0 } }: Notification) =>
    t({ message: plural(downloads, { one: '# download in total', other: '# downloads in total' }) })
  const downloadsLeft = (one: Notification) => {
    const { left } = one.facts
    if (left === undefined) return downloadsOf(one)
    if (left === 0) return t`The download limit is reached`
    return t({ message: plural(left, { one: '# download left', other: '# downloads left' }) })
  }
  const staysUntil = ({ facts: { until } }: Notification) => {
    if (until === undefined) return ''
    const day = formatDate(new Date(until), { locale })
    return t`The plan stays until ${day}`
  }

  /** With a name that may be missing. */
  const by = (named: (name: string) => string, unnamed: string, name: string | undefined) =>
    name ? named(strong(name)) : unnamed

  const words: Record<NotificationType, (one: Notification) => Labels> = {
    'batch.completed': conversions,
    'pipeline.run.completed': (one) => {
      const name = strong(one.title)
      return { sentence: t`Pipeline ${name} completed`, note: filesDone(one) }
    },
    'pipeline.run.failed': (one) => {
      const name = strong(one.title)
      return { sentence: t`Pipeline ${name} failed`, note: filesDone(one) }
    },
    'scan.completed': ({ title, facts: { pages = 0 } }) => ({
      sentence: by((name) => t`Scan ${name} is ready as a PDF`, t`A scan is ready as a PDF`, title),
      note: t({ message: plural(pages, { one: '# page', other: '# pages' }) }),
    }),
    'signing.signed': (one) => {
      const { title } = one
      return {
        sentence: by(
          (name) => t`${name} signed “${title}”`,
          t`A recipient signed “${title}”`,
          one.facts.recipient,
        ),
        note: signedOf(one),
      }
    },
    'signing.declined': (one) => {
      const { title } = one
      return {
        sentence: by(
          (name) => t`${name} declined “${title}”`,
          t`A recipient declined “${title}”`,
          one.facts.recipient,
        ),
        note: signedOf(one),
      }
    },
    'signing.completed': (one) => {
      const name = strong(one.title)
      return { sentence: t`“${name}” is signed by all recipients`, note: signedOf(one) }
    },
    'signing.expired': (one) => {
      const name = strong(one.title)
      return { sentence: t`“${name}” expired before all recipients signed`, note: signedOf(one) }
    },
    'share.downloaded': (one) => {
      const name = strong(one.title)
      return {
        sentence: t({
          message: plural(one.count, {
            one: `“${name}” was downloaded`,
            other: `“${name}” was downloaded # times`,
          }),
        }),
        note: downloadsLeft(one),
      }
    },
    'share.expired': (one) => {
      const name = strong(one.title)
      return { sentence: t`The link “${name}” expired`, note: downloadsOf(one) }
    },
    'credits.low': ({ facts: { left = 0 } }) => ({
      sentence: strong(t`Credits are low`),
      note: t({ message: plural(left, { one: '# credit left', other: '# credits left' }) }),
    }),
    'credits.exhausted': () => ({
      sentence: strong(t`No credits left`),
      note: t`Conversions need new credits`,
    }),
    'storage.quota.warning': ({ facts: { percent = 0 } }) => {
      const share = number(percent)
      return { sentence: strong(t`Storage is ${share}% full`), note: t`Uploads stop when it is full` }
    },
    'purchase.failed': ({ title }) => {
      const name = strong(title)
      return { sentence: t`The payment for ${name} failed`, note: t`You were not charged` }
    },
    'purchase.refunded': ({ title }) => {
      const name = strong(title)
      return {
        sentence: t`Your purchase of ${name} was refunded or disputed`,
        note: t`Unspent credits were revoked`,
      }
    },
    'subscription.past_due': (one) => {
      const name = strong(one.title)
      return { sentence: t`The renewal of ${name} could not be paid`, note: staysUntil(one) }
    },
    'subscription.cancelled': (one) => {
      const name = strong(one.title)
      return { sentence: t`The plan ${name} was cancelled`, note: staysUntil(one) }
    },
    'business.verification.changed': ({ title, facts: { status = '' } }) => {
      const name = strong(title)
      const word = isVerification(status) ? i18n._(VERIFICATION_WORDS[status]) : status
      return { sentence: t`Verification of ${name}: ${word}`, note: '' }
    },
    'business.member.joined': ({ title, facts: { role = '' } }) => {
      const name = strong(title)
      return {
        sentence: t`${name} joined the business`,
        note: isRole(role) ? i18n._(ROLE_WORDS[role]) : role,
      }
    },
    'business.member.removed': ({ title, facts: { role = '' } }) => {
      const name = strong(title)
      return {
        sentence: t`${name} is no longer a member`,
        note: isRole(role) ? i18n._(ROLE_WORDS[role]) : role,
      }
    },
    'account.second_factor.reset': () => ({
      sentence: strong(t`An administrator reset your second factor`),
      note: t`Set up a second factor again`,
    }),
  }
  return (notification) => words[notification.type](notification)
}

const isVerification = (status: string): status is VerificationStatus => status in VERIFICATION_WORDS
const isRole = (role: string): role is Role => role in ROLE_WORDS
