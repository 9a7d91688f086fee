import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ScrollTextIcon, SearchXIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { type AdminAct, type AdminAuditFilters, useAdminAudit } from '../../../api/admin-acts.ts'
import { useMore } from '../../../api/scrolled.ts'
import { chipValue } from '../../../lib/chip-value.ts'
import { ChoiceChip } from '../../../ui/choice-chip.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FilterChip } from '../../../ui/filter-chip.tsx'
import { MoreFoot } from '../../../ui/more-foot.tsx'
import { Coming, OfflineNote, Problem } from '../../problems/index.ts'
import { ACT_WORDS, ACTS } from './act-labels.ts'
import { AuditExport } from './audit-export.tsx'
import { AuditList } from './audit-list.tsx'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Search {
  act: AdminAct | null
  account: string | null
  by: string | null
}

/** Actions of administrators, newest first. A name in the list filters by that person. */
export function AdminAudit() {
  const { t, i18n } = useLingui()
  const [params, setParams] = useSearchParams()
  const idIn = (name: string) => (UUID.test(params.get(name) ?? '') ? params.get(name) : null)
  const search: Search = {
    act: ACTS.find((one) => one === params.get('act')) ?? null,
    account: idIn('account'),
    by: idIn('by'),
  }
  const filters = filtersOf(search)
  const log = useAdminAudit(filters)
  const { data } = log
  const more = useMore(log)
  const change = (patch: Partial<Search>) => {
    const next = Object.entries({ ...search, ...patch }).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as [string, string]],
    )
    setParams(next, { replace: true })
  }
  const found = data?.rows ?? []
  const account = found.find((one) => one.account?.account_id === search.account)?.account?.name
  const by = found.find((one) => one.administrator.user_id === search.by)?.administrator.name
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
        <ChoiceChip
          label={t`Action`}
          options={ACTS}
          wordOf={(one) => i18n._(ACT_WORDS[one])}
          value={search.act}
          onChange={(act) => change({ act })}
        />
        {search.by && (
          <FilterChip
            label={t`Administrator`}
            {...chipValue(by ?? search.by.slice(0, 8), () => change({ by: null }))}
          />
        )}
        {search.account && (
          <FilterChip
            label={t`Account`}
            {...chipValue(account ?? search.account.slice(0, 8), () => change({ account: null }))}
          />
        )}
        <AuditExport filters={filters} />
      </div>
      <OfflineNote query={log} />
      {log.error && !data ? (
        <Problem error={log.error} onRetry={() => void log.refetch()} />
      ) : !data ? (
        <Coming page paused={log.isPaused} rows={10} />
      ) : data.rows.length > 0 ? (
        <>
          <AuditList
            events={data.rows}
            count={data.count}
            exact={data.exact}
            onMore={more.onMore}
            onAccount={(id) => change({ account: id })}
            onAdministrator={(id) => change({ by: id })}
          />
          <MoreFoot
            {...more}
            count={data.count}
            exact={data.exact}
            loaded={data.rows.length}
            says={t({ message: plural(data.rows.length, { one: '# entry', other: '# entries' }) })}
            note={t`Entries are never changed or deleted.`}
          />
        </>
      ) : Object.keys(filters).length > 0 ? (
        <Empty
          icon={SearchXIcon}
          title={t`No matches`}
          action={{ label: t`Clear filters`, onClick: () => setParams({}, { replace: true }) }}
        >
          {t`Remove a filter.`}
        </Empty>
      ) : (
        <Empty icon={ScrollTextIcon} title={t`No entries yet`}>
          {t`Acts of administrators will appear here.`}
        </Empty>
      )}
    </>
  )
}

const filtersOf = ({ act, account, by }: Search): AdminAuditFilters => ({
  ...(act && { act }),
  ...(account && { account_id: account }),
  ...(by && { administrator_id: by }),
})
