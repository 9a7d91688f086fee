import { useLingui } from '@lingui/react/macro'
import type { Business } from '../../../../api/businesses.ts'
import { formatBytes } from '../../../../lib/format-bytes.ts'
import { formatDate } from '../../../../lib/format-date.ts'
import { formatNumber } from '../../../../lib/format-number.ts'
import { FactList } from '../../../../ui/fact-list.tsx'
import { PageFrame } from '../../../../ui/page-frame.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { ROLE_WORDS, VERIFICATION_WORDS } from '../../labels/index.ts'
import { Attention } from './attention.tsx'

/** Facts about the business, and alerts. */
export default function OverviewTab({ business }: { business: Business }) {
  const { t, i18n } = useLingui()
  const { role, owner_name, business_id, created_at, verification_status, description } = business
  const style = { locale: i18n.locale }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <PageFrame
        side={
          <Panel title={t`About`}>
            {description && <p className="mb-3 whitespace-pre-line wrap-anywhere">{description}</p>}
            <FactList
              facts={[
                { name: t`Your role`, value: role ? i18n._(ROLE_WORDS[role]) : t`Reviewer` },
                { name: t`Owner`, value: owner_name ?? '', own: true },
                { name: t`Verification`, value: i18n._(VERIFICATION_WORDS[verification_status]) },
                { name: t`Created`, value: formatDate(new Date(created_at), style) },
                { name: t`ID`, value: business_id, mono: true },
              ]}
            />
          </Panel>
        }
      >
        <Figures
          figures={[
            { name: t`Credits`, value: formatNumber(business.credits_available, i18n.locale) },
            { name: t`Storage`, value: formatBytes(business.storage_bytes, i18n.locale) },
            { name: t`Members`, value: formatNumber(business.members, i18n.locale) },
            { name: t`Invitations`, value: formatNumber(business.invitations, i18n.locale) },
          ]}
        />
        <Attention business={business} />
      </PageFrame>
    </div>
  )
}

/** A few numbers side by side, on one sheet. */
function Figures({ figures }: { figures: readonly { name: string; value: string }[] }) {
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-sheet border border-line-strong bg-line sm:grid-cols-4">
      {figures.map(({ name, value }) => (
        <div key={name} className="bg-surface px-4 py-3 outline outline-line">
          <dt className="text-small text-ink-soft">{name}</dt>
          <dd className="title text-title">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
