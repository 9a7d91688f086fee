import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  CircleCheckIcon,
  type LucideIcon,
  ShieldAlertIcon,
  TriangleAlertIcon,
  UserPlusIcon,
} from 'lucide-react'
import { Link } from 'react-router'
import { useMembers } from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { formatDate } from '../../../../lib/format-date.ts'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { can } from '../rights.ts'

interface Item {
  id: string
  icon: LucideIcon
  bad?: boolean
  text: string
  note: string
  label: string
  to: string
}

/** Alerts, for members with the permission. */
export function Attention({ business }: { business: Business }) {
  const { t } = useLingui()
  const items = useItems(business)
  return (
    <Panel title={t`Needs attention`} flush>
      {items.length === 0 ? (
        <p className="flex items-center gap-2 px-4 py-3 text-ink-soft">
          <CircleCheckIcon className="text-ok" />
          {t`You’re all caught up`}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {items.map(({ id, icon: Icon, bad, text, note, label, to }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
              <Icon className={bad ? 'text-bad' : 'text-warn'} />
              <span className="min-w-0 flex-1 basis-48">
                <span className="block font-medium">{text}</span>
                <span className="block text-small text-ink-soft">{note}</span>
              </span>
              <Button size={28} render={<Link to={to} />}>
                {label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function useItems(business: Business): Item[] {
  const { t, i18n } = useLingui()
  const { business_id: id, verification_status: verification, policies, requirements, members } = business
  const manages = can(business, 'members:write')
  const { required, required_from } = policies.second_factor
  const without = useMembers(id, { second_factor: 'false' }, manages && required).data?.count ?? 0
  const items: Item[] = []
  if (can(business, 'verification:write')) {
    const to = paths.business(id, 'verification')
    const rejected = requirements.filter(({ status }) => status === 'rejected').length
    if (verification === 'rejected')
      items.push({
        id: 'rejected',
        icon: TriangleAlertIcon,
        bad: true,
        text:
          rejected > 0
            ? t({
                message: plural(rejected, {
                  one: '# document was rejected',
                  other: '# documents were rejected',
                }),
              })
            : t`Verification rejected`,
        note:
          rejected > 0
            ? t`Accepted documents stay accepted. Replace the others and submit again.`
            : t`Submit it again when all documents are in place.`,
        label: t`Open verification`,
        to,
      })
    if (verification === 'unverified')
      items.push({
        id: 'unverified',
        icon: ShieldAlertIcon,
        text: t`Business not verified`,
        note: t`Recipients see the name of a verified business.`,
        label: t`Start verification`,
        to,
      })
  }
  if (without > 0) {
    const day = required_from ? formatDate(new Date(required_from), { locale: i18n.locale }) : ''
    items.push({
      id: 'factor',
      icon: ShieldAlertIcon,
      text: t({
        message: plural(without, {
          one: '# member without two-factor',
          other: '# members without two-factor',
        }),
      }),
      note: t`Two-factor is required from ${day}. After that, members without it are blocked.`,
      label: t`Show members`,
      to: paths.business(id, 'members', { factor: 'false' }),
    })
  }
  if (manages && members === 1)
    items.push({
      id: 'alone',
      icon: UserPlusIcon,
      text: t`You’re the only member`,
      note: t`Invite colleagues and choose their roles.`,
      label: t`Invite members`,
      to: paths.business(id, 'members', { dialog: 'invite' }),
    })
  return items
}
