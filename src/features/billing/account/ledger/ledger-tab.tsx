import { useLingui } from '@lingui/react/macro'
import { CoinsIcon, DownloadIcon, SearchXIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ledgerExportUrl, useLedger, useLedgerSums } from '../../../../api/billing.ts'
import { useMore } from '../../../../api/scrolled.ts'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { Coming, OfflineNote, Problem } from '../../../problems/index.ts'
import { LedgerFilters } from './ledger-filters.tsx'
import { LedgerList } from './ledger-list.tsx'
import { SumsStrip } from './sums-strip.tsx'
import {
  filtersOf,
  isFiltered,
  isNarrowed,
  type LedgerView,
  NO_FILTER,
  parseView,
  periodOf,
  searchOf,
} from './view.ts'

function useLedgerView() {
  const [search, setSearch] = useSearchParams()
  const view = parseView(search)
  const change = (patch: Partial<LedgerView>) =>
    setSearch(new URL(paths.billing('ledger', searchOf({ ...view, ...patch })), location.href).searchParams, {
      replace: true,
    })
  return { view, change }
}

/** All changes of the balance, with their causes. */
export default function LedgerTab() {
  const { t } = useLingui()
  const { view, change } = useLedgerView()
  const ledger = useLedger(filtersOf(view))
  const sums = useLedgerSums(periodOf(view))
  const more = useMore(ledger)
  const { data } = ledger
  return (
    <>
      <LedgerFilters view={view} onChange={change} />
      <OfflineNote query={ledger} />
      {sums.data && !isNarrowed(view) && <SumsStrip sums={sums.data} />}
      {ledger.error && !data ? (
        <Problem error={ledger.error} onRetry={() => void ledger.refetch()} />
      ) : !data ? (
        <Coming page paused={ledger.isPaused} rows={12} />
      ) : data.rows.length > 0 ? (
        <LedgerList
          {...more}
          lines={data.rows}
          count={data.count}
          exact={data.exact}
          agrees={sums.data?.agrees}
        />
      ) : isFiltered(view) ? (
        <Empty
          icon={SearchXIcon}
          title={t`No matches`}
          action={{ label: t`Clear filters`, onClick: () => change(NO_FILTER) }}
        >
          {t`Remove a filter or choose a longer period.`}
        </Empty>
      ) : (
        <Empty icon={CoinsIcon} title={t`No entries yet`}>
          {t`Every change of your credits will appear here.`}
        </Empty>
      )}
    </>
  )
}

/** Exports the filtered ledger as a file. */
export function ExportLedger() {
  const { t } = useLingui()
  const { view } = useLedgerView()
  return (
    <Button icon={DownloadIcon} render={<a href={ledgerExportUrl(filtersOf(view))} download />}>
      {t`Export CSV`}
    </Button>
  )
}
