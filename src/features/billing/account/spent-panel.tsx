import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ChevronRightIcon, UserRoundIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type Spending, useSpending } from '../../../api/billing.ts'
import { dayKey } from '../../../lib/format-date.ts'
import { formatChange, formatNumber, formatPercent } from '../../../lib/format-number.ts'
import { type LedgerSearch, paths } from '../../../paths.ts'
import { useActing } from '../../../stores/acting.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Coming, Problem } from '../../problems/index.ts'
import { AreaIcon } from './area-icon.tsx'
import { isFamily } from './areas.ts'
import { AREA_NAMES } from './labels.ts'

/** This month's spending; each row links to its ledger entries. */
export function SpentPanel() {
  const { t, i18n } = useLingui()
  const isBusiness = useActing((state) => state.id) !== null
  const [by, setBy] = useState<'area' | 'member'>('area')
  const { data, error, refetch, isPaused } = useSpending()
  const month = new Intl.DateTimeFormat(i18n.locale, { month: 'long', timeZone: 'UTC' }).format(
    data ? new Date(data.from) : new Date(),
  )
  const note = useChangeLabels()
  return (
    <Panel
      title={t`Spent in ${month}`}
      note={data && note(data)}
      actions={
        isBusiness && (
          <Segmented
            label={t`Group by`}
            options={[
              { value: 'area', label: t`By area` },
              { value: 'member', label: t`By member` },
            ]}
            value={by}
            onChange={setBy}
          />
        )
      }
      flush
    >
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Coming paused={isPaused} rows={5} />
      ) : data.credits === 0 ? (
        <p className="p-4 text-ink-soft">{t`No credits spent this month. Failed files aren’t charged.`}</p>
      ) : (
        <ul className="py-2">{by === 'area' ? <Areas spending={data} /> : <Members spending={data} />}</ul>
      )}
    </Panel>
  )
}

function useChangeLabels() {
  const { t, i18n } = useLingui()
  return ({ credits, previous }: Spending): string => {
    const all = t({ message: plural(credits, { one: '# credit', other: '# credits' }) })
    if (previous === 0 || credits === previous) return all
    const change = formatChange(previous, credits, i18n.locale)
    return credits > previous
      ? t`${all}, ${change} more than the previous period`
      : t`${all}, ${change} less than the previous period`
  }
}

function Areas({ spending: { areas, from } }: { spending: Spending }) {
  const { i18n } = useLingui()
  const total = sumOf(areas)
  const most = areas[0]?.credits ?? 1
  return areas.map(({ area, credits }) => (
    <SpentRow
      key={area}
      icon={<AreaIcon area={area} />}
      name={i18n._(AREA_NAMES[area])}
      family={isFamily(area) ? area : undefined}
      {...{ credits, total, most, from }}
      search={{ area }}
    />
  ))
}

function Members({ spending: { members, from } }: { spending: Spending }) {
  const { t } = useLingui()
  const total = sumOf(members)
  const most = members[0]?.credits ?? 1
  return members.map(({ user_id, name, credits }) => (
    <SpentRow
      key={user_id ?? 'others'}
      icon={<UserRoundIcon className="text-ink-soft" />}
      name={name ?? t`API keys and deleted accounts`}
      own={name !== null}
      {...{ credits, total, most, from }}
      search={user_id === null ? null : { by: user_id }}
    />
  ))
}

const sumOf = (rows: readonly { credits: number }[]) => rows.reduce((sum, { credits }) => sum + credits, 0)

type SpentRowProps = {
  icon: ReactNode
  name: string
  /** The name of a user. */
  own?: boolean
  family?: string | undefined
  credits: number
  total: number
  most: number
  from: string
  /** The ledger's filter; null if there is none. */
  search: LedgerSearch | null
}

function SpentRow({ icon, name, own, family, credits, total, most, from, search }: SpentRowProps) {
  const { i18n } = useLingui()
  const row = (
    <>
      {icon}
      <span className="truncate" translate={own ? 'no' : undefined}>
        {name}
      </span>
      <span aria-hidden className="max-sm:hidden">
        <span
          className={family ? 'block h-2 bg-(--family)' : 'block h-2 bg-ink-faint'}
          style={{ width: `${Math.max(0.5, (100 * credits) / most)}%` }}
        />
      </span>
      <span className="text-end font-medium">{formatNumber(credits, i18n.locale)}</span>
      <span className="text-end text-ink-soft">{formatPercent((100 * credits) / total, i18n.locale)}</span>
      {search ? <ChevronRightIcon className="size-3.5 text-ink-faint rtl:-scale-x-100" /> : <span />}
    </>
  )
  const variant =
    'grid min-h-7 grid-cols-[16px_minmax(0,1fr)_56px_44px_14px] items-center gap-x-2.5 px-4 sm:grid-cols-[16px_104px_minmax(0,1fr)_56px_44px_14px] touch:min-h-(--size-touch)'
  return (
    <li data-family={family}>
      {search ? (
        <Link
          to={paths.billing('ledger', { ...search, from: dayKey(new Date(from), { timeZone: 'UTC' }) })}
          className={`${variant} focus-inset hover:bg-hover`}
        >
          {row}
        </Link>
      ) : (
        <span className={variant}>{row}</span>
      )}
    </li>
  )
}
