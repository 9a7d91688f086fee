import { useLingui } from '@lingui/react/macro'
import type { DocumentKind, VerificationStatus } from '../../../../../contract/business-states.ts'
import type { Permission, Role } from '../../../../../contract/permissions.ts'
import { formatDate } from '../../../../lib/format-date.ts'
import { formatList } from '../../../../lib/format-list.ts'
import { ROLE_WORDS, VERIFICATION_WORDS } from '../../labels/index.ts'
import { countryName } from '../profile/countries.ts'
import { useFieldLabels } from '../profile/fields.ts'
import { PERMISSION_WORDS } from '../role-labels.ts'
import { KIND_WORDS } from '../verification/document-labels.ts'
import type { ChangeLabels } from './change-text.ts'

/** Names of the audit log's fields and their values. Unknown fields keep their API name. */
export function useChangeLabels(): ChangeLabels {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const fields: Record<string, string> = {
    ...useFieldLabels(),
    role: t`Role`,
    status: t`Status`,
    verification_status: t`Verification`,
    documents: t`Documents`,
    kind: t`Kind`,
    file_name: t`File`,
    is_active: t`Activated`,
    is_primary_contact: t`Primary contact`,
    primary_contact: t`Previous primary contact`,
    owner: t`Owner`,
    username: t`User name`,
    expires_at: t`Expires`,
    reminded_at: t`Reminded`,
    'second_factor.required': t`Two-factor required`,
    'second_factor.grace_days': t`Two-factor grace period (days)`,
    'second_factor.required_from': t`Two-factor required from`,
    email_domains: t`Allowed domains`,
    'links.max_days': t`Maximum link duration (days)`,
    'links.password_required': t`Require a password for share links`,
    buyers: t`Can buy credits`,
    low_balance: t`Low balance alert`,
    spend_limit: t`Spend limit`,
    spend_limit_action: t`At the limit`,
    'top_up.is_enabled': t`Automatic top-up`,
    'top_up.below': t`Top up below`,
    'top_up.pack': t`Top-up pack`,
    'top_up.max_per_month': t`Top-ups per month`,
    plan: t`Plan`,
    interval: t`Billing period`,
  }
  const statuses: Record<string, string> = {
    pending: t`Pending`,
    active: t`Active`,
    suspended: t`Suspended`,
    closed: t`Closed`,
    invited: t`Invited`,
    removed: t`Removed`,
    declined: t`Declined`,
    ready: t`Ready to submit`,
    submitted: t`Submitted`,
    accepted: t`Accepted`,
    rejected: t`Rejected`,
  }
  const roleOf = (role: unknown) => i18n._(ROLE_WORDS[role as Role] ?? String(role))
  return {
    fieldOf(path) {
      const permission = PERMISSION_WORDS[path.replace(/^permissions\./, '') as Permission]
      return fields[path] ?? (permission ? i18n._(permission) : path)
    },
    wordOf(path, value) {
      if (typeof value === 'boolean') return value ? t`Yes` : t`No`
      if (Array.isArray(value))
        return formatList(path === 'buyers' ? value.map(roleOf) : value.map(String), locale)
      const text = String(value)
      switch (path) {
        case 'role':
          return roleOf(text)
        case 'status':
          return statuses[text] ?? text
        case 'verification_status':
          return i18n._(VERIFICATION_WORDS[text as VerificationStatus] ?? text)
        case 'kind':
          return i18n._(KIND_WORDS[text as DocumentKind] ?? text)
        case 'country':
          return countryName(text, locale)
        case 'expires_at':
        case 'reminded_at':
        case 'second_factor.required_from':
          return formatDate(new Date(text), { locale })
        default:
          return text
      }
    },
  }
}
