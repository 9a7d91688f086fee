import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Conversion } from '../../api/history.ts'
import { dayHeading } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useHotkeys } from '../../lib/use-hotkeys.ts'
import { useMedia } from '../../lib/use-media.ts'
import { paths } from '../../paths.ts'
import { DayHeading } from '../../ui/day-heading.tsx'
import { Table } from '../../ui/table.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { BatchHead } from './batch-head.tsx'
import { HistoryBar } from './history-bar.tsx'
import { HistoryHead } from './history-head.tsx'
import { HistoryRow } from './history-row.tsx'
import { type HistoryItem, itemsOf } from './items.ts'
import type { HistoryView, SortBy } from './search.ts'
import { useHistoryActs } from './use-history-acts.ts'
import { useSelection } from './use-selection.ts'

type HistoryListProps = {
  rows: Conversion[]
  count: number
  exact: boolean
  more: boolean
  onMore: () => void
  /** The next page did not come. */
  onRetry?: () => void
  view: HistoryView
  onSort: (sortBy: SortBy) => void
}

const isHeading = ({ kind }: HistoryItem) => kind !== 'row'

const WIDE = '16px minmax(150px,1fr) 136px minmax(96px,128px) 72px 72px 48px 56px 44px 60px'
const MIDDLE = '16px minmax(140px,1fr) 136px minmax(90px,110px) 70px 56px 44px'
const NARROW = '24px minmax(0,1fr) auto'

/** Day by day while it is sorted by time; only the rows in sight are in the page. */
export function HistoryList(props: HistoryListProps) {
  const { rows, count, exact, more, onMore, onRetry, view, onSort } = props
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const phone = useMedia('(max-width: 39.99rem)')
  const wide = useMedia('(min-width: 64rem)')
  const touch = useMedia('(pointer: coarse)')
  const ids = useMemo(() => rows.map((one) => one.conversion_id), [rows])
  const { selected, select, clear, all } = useSelection(ids)
  const { remove, again, hide, zip } = useHistoryActs()
  const [current, setCurrent] = useState<string | null>(null)
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const items = useMemo(
    () => itemsOf(rows, view.sortBy === 'created_at', closed),
    [rows, view.sortBy, closed],
  )
  const toggle = (id: string) => {
    const next = new Set(closed)
    if (!next.delete(id)) next.add(id)
    setClosed(next)
  }
  const chosen = rows.filter((one) => selected.has(one.conversion_id))
  const row = rows.find((one) => one.conversion_id === current)
  const focusable = row ? current : ids[0]

  const move = (step: number) => (event: KeyboardEvent) => {
    const next = ids[Math.min(ids.length - 1, Math.max(0, ids.indexOf(current ?? '') + step))]
    if (!next) return
    event.preventDefault()
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(next)}"]`)?.focus()
  }
  const target = chosen.length > 0 ? chosen : row ? [row] : []
  useHotkeys({
    arrowdown: move(1),
    arrowup: move(-1),
    enter: (event) => {
      if (!row || !(event.target instanceof Element) || !event.target.matches('[data-row]')) return
      void navigate(paths.conversion(row.conversion_id))
    },
    x: () => row && select(row.conversion_id, !selected.has(row.conversion_id), false),
    r: () => target.length > 0 && again(target),
    delete: () => remove(target, clear),
    escape: clear,
  })

  const rowHeight = phone ? 64 : touch ? 44 : 33
  const number = formatNumber(count, i18n.locale)
  const loaded = formatNumber(rows.length, i18n.locale)
  return (
    <>
      <Table
        label={t`History`}
        columns={wide ? WIDE : MIDDLE}
        narrow={NARROW}
        inset={24}
        insetEnd={16}
        rowCount={exact ? count + 1 : -1}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="overflow-hidden [scrollbar-gutter:stable]">
          <div className="max-w-page">
            <HistoryHead
              view={view}
              onSort={onSort}
              all={selected.size > 0 && selected.size === ids.length}
              some={selected.size > 0}
              onAll={all}
            />
          </div>
        </div>
        <VirtualList
          rows
          label={t`Conversions`}
          items={items}
          keyOf={({ key }) => key}
          heightOf={({ kind }) => (kind === 'row' ? rowHeight : kind === 'day' || touch ? 36 : 33)}
          isHeading={isHeading}
          onNearEnd={() => more && onMore()}
          width="max-w-page border-line-strong min-[1680px]:border-e"
          className="min-h-0 flex-1 [scrollbar-gutter:stable]"
        >
          {(item) =>
            item.kind === 'day' ? (
              <Day date={item.date} day={item.key} />
            ) : item.kind === 'batch' ? (
              <BatchHead batch={item} onToggle={() => toggle(item.id)} />
            ) : (
              <HistoryRow
                conversion={item.conversion}
                index={item.index}
                selected={selected.has(item.conversion.conversion_id)}
                onSelect={select}
                onFocus={setCurrent}
                focusable={item.conversion.conversion_id === focusable}
              />
            )
          }
        </VirtualList>
      </Table>
      <footer className="border-t border-line px-4 py-2 text-small text-ink-soft md:ps-6 md:pe-5">
        <div className="max-w-[calc(var(--container-page)-2.75rem)]">
          {chosen.length > 0 ? (
            <HistoryBar
              chosen={chosen}
              onClear={clear}
              onRemove={() => remove(chosen, clear)}
              onAgain={again}
              onHide={() => hide(chosen, clear)}
              onZip={zip}
            />
          ) : onRetry ? (
            <p role="alert">
              {t`More did not load.`} <TextButton onClick={onRetry}>{t`Try again`}</TextButton>
            </p>
          ) : (
            <p className="flex justify-between gap-4" aria-live="polite">
              <span>
                {more
                  ? exact
                    ? t`${loaded} of ${number}. Scroll for more.`
                    : t`${loaded} of more than ${number}. Scroll for more.`
                  : t({ message: plural(rows.length, { one: '# conversion', other: '# conversions' }) })}
              </span>
              <span className="max-sm:hidden">
                <Trans>Times are of this device.</Trans>
              </span>
            </p>
          )}
        </div>
      </footer>
    </>
  )
}

function Day({ date, day }: { date: Date; day: string }) {
  const { i18n } = useLingui()
  const { name, note } = dayHeading(date, { locale: i18n.locale })
  return (
    // A row of the table too: nothing else may stand between its rows.
    // biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a <table>
    // biome-ignore lint/a11y/useFocusableInteractive: a heading does nothing
    <div role="row">
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="cell">
        <DayHeading name={name} note={note} day={day} />
      </div>
    </div>
  )
}
