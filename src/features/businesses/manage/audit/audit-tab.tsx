import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { DownloadIcon, ScrollTextIcon, SearchXIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { BUSINESS_EVENTS, type BusinessEventKind } from '../../../../../contract/business-states.ts'
import { type AuditFilters, auditExportUrl, type Business, useAuditLog } from '../../../../api/businesses.ts'
import { useMore } from '../../../../api/scrolled.ts'
import { Button } from '../../../../ui/button.tsx'
import { ChoiceChip } from '../../../../ui/choice-chip.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { MoreFoot } from '../../../../ui/more-foot.tsx'
import { SearchBox } from '../../../../ui/search-box.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { Coming, OfflineNote, Problem } from '../../../problems/index.ts'
import { AUDIT_WORDS } from './audit-labels.ts'
import { AuditList } from './audit-list.tsx'

const PERIODS = ['7', '30', 'all'] as const
type Period = (typeof PERIODS)[number]
const DAY = 86_400_000

/** All changes of members, roles, verification, status and policies; newest first. */
export default function AuditTab({ business }: { business: Business }) {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const q = (search.get('q') ?? '').slice(0, 100)
  const kind = BUSINESS_EVENTS.find((one) => one === search.get('kind')) ?? null
  const period = PERIODS.find((one) => one === search.get('days')) ?? 'all'
  const filters = filtersOf(q, kind, period)
  const log = useAuditLog(business.business_id, filters)
  const { data } = log
  const more = useMore(log)
  const filtered = q !== '' || kind !== null || period !== 'all'

  function change(patch: { q?: string; kind?: BusinessEventKind | null; days?: Period }) {
    const next = { q, kind, days: period, ...patch }
    setSearch(
      {
        ...(next.q && { q: next.q }),
        ...(next.kind && { kind: next.kind }),
        ...(next.days !== 'all' && { days: next.days }),
      },
      { replace: true },
    )
  }
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
        <SearchBox
          label={t`Search audit log`}
          placeholder={t`Name`}
          value={q}
          onChange={(next) => change({ q: next })}
          className="min-w-0 flex-1 basis-40 sm:max-w-56"
        />
        <ChoiceChip
          label={t`Event`}
          options={BUSINESS_EVENTS}
          wordOf={(one) => i18n._(AUDIT_WORDS[one])}
          value={kind}
          onChange={(next) => change({ kind: next })}
        />
        <Segmented
          label={t`Period`}
          options={[
            { value: '7', label: t`7 days` },
            { value: '30', label: t`30 days` },
            { value: 'all', label: t`All` },
          ]}
          value={period}
          onChange={(days) => change({ days })}
        />
        <Button
          className="ms-auto max-sm:ms-0"
          size={28}
          icon={DownloadIcon}
          render={<a href={auditExportUrl(business.business_id, filters)} download />}
        >
          {t`Export CSV`}
        </Button>
      </div>
      <OfflineNote query={log} />
      {log.error && !data ? (
        <Problem error={log.error} onRetry={() => void log.refetch()} />
      ) : !data ? (
        <Coming page paused={log.isPaused} rows={10} />
      ) : data.rows.length > 0 ? (
        <>
          <AuditList events={data.rows} count={data.count} exact={data.exact} onMore={more.onMore} />
          <MoreFoot
            {...more}
            count={data.count}
            exact={data.exact}
            loaded={data.rows.length}
            says={t({ message: plural(data.rows.length, { one: '# event', other: '# events' }) })}
            note={t`Entries are never changed or deleted.`}
          />
        </>
      ) : filtered ? (
        <Empty
          icon={SearchXIcon}
          title={t`No matches`}
          action={{ label: t`Clear filters`, onClick: () => setSearch({}, { replace: true }) }}
        >
          {t`Remove a filter or choose a longer period.`}
        </Empty>
      ) : (
        <Empty icon={ScrollTextIcon} title={t`No events yet`}>
          {t`Changes to members, roles, verification and policies will appear here.`}
        </Empty>
      )}
    </>
  )
}

/** A period starts with a day, so that the query key stays the same while the page is open. */
function filtersOf(q: string, kind: BusinessEventKind | null, period: Period): AuditFilters {
  const today = Math.floor(Date.now() / DAY) * DAY
  return {
    ...(q.trim() && { query: q.trim() }),
    ...(kind && { kind }),
    ...(period !== 'all' && { since: new Date(today - (Number(period) - 1) * DAY).toISOString() }),
  }
}
