import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { type Account, useManagedAccount } from '../../../api/admin-acts.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatDate, formatMomentLine } from '../../../lib/format-date.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Cell, Row, Table } from '../../../ui/table.tsx'
import { ROLE_WORDS } from '../../businesses/labels/index.ts'
import { FACTOR_NAMES, useEventLabels } from '../../mfa/setup/index.ts'
import { Coming, Problem } from '../../problems/index.ts'
import { AccountActs } from './account-acts.tsx'
import { AccountFilesPanel } from './account-files-panel.tsx'
import { STATE_NAMES } from './account-state.tsx'

/** An account: its details, files, and actions. */
export function ManagedAccount({ id }: { id: string }) {
  const { data, error, isPaused, refetch } = useManagedAccount(id)
  if (!data)
    return (
      <PageFrame>
        <Panel flush>
          {error ? (
            <Problem error={error} onRetry={() => void refetch()} />
          ) : (
            <Coming paused={isPaused} rows={6} />
          )}
        </Panel>
      </PageFrame>
    )
  return (
    <PageFrame
      wideSide
      side={
        <>
          <AccountActs account={data} />
          <BusinessesPanel businesses={data.businesses} />
        </>
      }
    >
      <FactsPanel account={data} />
      <AccountFilesPanel account={data} />
      <EventsPanel events={data.security_events} />
    </PageFrame>
  )
}

function FactsPanel({ account }: { account: Account }) {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const date = (at: string | null) => (at ? formatDate(new Date(at), { locale }) : '')
  const used = formatBytes(account.storage_bytes, locale)
  const quota = formatBytes(account.storage_quota_bytes, locale)
  const factors = account.factors.map((method) => i18n._(FACTOR_NAMES[method])).join(', ')
  const signedIn = account.last_sign_in_at
    ? formatMomentLine(new Date(account.last_sign_in_at), { locale })
    : t`Never`
  return (
    <Panel
      title={<span translate="no">{account.username}</span>}
      actions={
        <Link className="link text-small" to={paths.adminAudit({ account: account.account_id })}>
          {t`Audit log`}
        </Link>
      }
    >
      <div className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        <FactList
          facts={[
            { name: t`Name`, value: account.name, own: true },
            { name: t`E-mail`, value: account.email, own: true },
            { name: t`E-mail confirmed`, value: account.email_verified ? t`Yes` : t`No` },
            { name: t`ID`, value: account.account_id, mono: true },
            { name: t`Status`, value: i18n._(STATE_NAMES[account.state]) },
            { name: t`Locked`, value: date(account.locked_at) },
            { name: t`Reason`, value: account.lock_reason ?? '', own: true },
            { name: t`Since`, value: date(account.created_at) },
            { name: t`Deleted after`, value: date(account.delete_after) },
          ]}
        />
        <FactList
          facts={[
            { name: t`Last sign-in`, value: signedIn },
            { name: t`Open sessions`, value: formatNumber(account.sessions, locale) },
            { name: t`Second factor`, value: factors || t`Off` },
            { name: t`Password`, value: account.has_password ? t`Set` : t`None` },
            { name: t`API keys`, value: formatNumber(account.api_keys, locale) },
            { name: t`Credits`, value: formatNumber(account.credits, locale) },
            { name: t`Storage`, value: t`${used} of ${quota}` },
            { name: t`Files in quarantine`, value: formatNumber(account.quarantined_files, locale) },
          ]}
        />
      </div>
    </Panel>
  )
}

function BusinessesPanel({ businesses }: { businesses: Account['businesses'] }) {
  const { t, i18n } = useLingui()
  if (businesses.length === 0) return null
  return (
    <Panel title={t`Businesses`}>
      <ul className="grid gap-1.5">
        {businesses.map(({ business_id, name, role }) => (
          <li key={business_id} className="flex items-center justify-between gap-4">
            <Link translate="no" className="link min-w-0 truncate" to={paths.businessReview(business_id)}>
              {name}
            </Link>
            <Badge>{i18n._(ROLE_WORDS[role])}</Badge>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function EventsPanel({ events }: { events: Account['security_events'] }) {
  const { t, i18n } = useLingui()
  const words = useEventLabels()
  return (
    <Panel title={t`Security events`} note={t`The last 20`} flush>
      {events.length === 0 && <p className="p-4 text-ink-soft">{t`No security events yet.`}</p>}
      <Table
        label={t`Security events`}
        columns="7.5rem minmax(0,1.8fr) minmax(0,1fr) 7.5rem"
        narrow="minmax(0,1fr) auto"
      >
        {events.map((event) => (
          <Row key={event.id} className="last:border-0 max-sm:py-2">
            <Cell faint className="truncate max-sm:order-2 max-sm:text-small">
              <time dateTime={event.at}>{formatMomentLine(new Date(event.at), { locale: i18n.locale })}</time>
            </Cell>
            <Cell className="truncate max-sm:order-1">{words(event)}</Cell>
            <Cell faint translate="no" className="truncate max-sm:order-3 max-sm:text-small">
              {event.address ? event.device : ''}
            </Cell>
            <Cell faint translate="no" className="mono truncate text-small max-sm:order-4">
              {event.address}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  )
}
