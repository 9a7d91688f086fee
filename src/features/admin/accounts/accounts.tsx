import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SearchXIcon } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { type AccountSummary, useAccounts } from '../../../api/admin-acts.ts'
import { useMore } from '../../../api/scrolled.ts'
import { ChoiceChip } from '../../../ui/choice-chip.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { MoreFoot } from '../../../ui/more-foot.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Coming, OfflineNote, Problem } from '../../problems/index.ts'
import { AccountList } from './account-list.tsx'
import { STATE_NAMES, STATES } from './account-state.tsx'

/** Accounts of the instance, with search by name, e-mail address or id. */
export function Accounts() {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useSearchParams()
  const q = (search.get('q') ?? '').slice(0, 100)
  const state = STATES.find((one) => one === search.get('state')) ?? null
  const list = useAccounts({ ...(q.trim() && { query: q.trim() }), ...(state && { state }) })
  const more = useMore(list)
  const { data } = list
  const change = (patch: { q?: string; state?: AccountSummary['state'] | null }) => {
    const next = { q, state, ...patch }
    setSearch({ ...(next.q && { q: next.q }), ...(next.state && { state: next.state }) }, { replace: true })
  }
  return (
    <>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line-strong px-4 py-2.5 md:ps-6 md:pe-5">
        <SearchBox
          label={t`Search accounts`}
          placeholder={t`Name, e-mail or ID`}
          value={q}
          onChange={(next) => change({ q: next })}
          className="min-w-0 flex-1 basis-40 sm:max-w-72"
        />
        <ChoiceChip
          label={t`Status`}
          options={STATES}
          wordOf={(one) => i18n._(STATE_NAMES[one])}
          value={state}
          onChange={(next) => change({ state: next })}
        />
      </div>
      <OfflineNote query={list} />
      {list.error && !data ? (
        <Problem error={list.error} onRetry={() => void list.refetch()} />
      ) : !data ? (
        <Coming page paused={list.isPaused} rows={10} />
      ) : data.rows.length > 0 ? (
        <>
          <AccountList accounts={data.rows} count={data.count} exact={data.exact} onMore={more.onMore} />
          <MoreFoot
            {...more}
            count={data.count}
            exact={data.exact}
            loaded={data.rows.length}
            says={t({ message: plural(data.rows.length, { one: '# account', other: '# accounts' }) })}
            note={t`Newest first`}
          />
        </>
      ) : (
        <Empty
          icon={SearchXIcon}
          title={t`No matches`}
          action={{ label: t`Clear filters`, onClick: () => setSearch({}, { replace: true }) }}
        >
          {t`Enter at least 3 characters of a name or e-mail address, or a whole ID.`}
        </Empty>
      )}
    </>
  )
}
