import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../api/account.ts'
import type { Conversion } from '../../api/history.ts'
import { isTyping } from '../../lib/is-typing.ts'
import { startDownload } from '../../lib/start-download.ts'
import { useHotkeys } from '../../lib/use-hotkeys.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useRowFocus } from '../../lib/use-row-focus.ts'
import { useSelection } from '../../lib/use-selection.ts'
import { paths } from '../../paths.ts'
import { ListFoot } from '../../ui/list-foot.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { type More, MoreFoot } from '../../ui/more-foot.tsx'
import { useShareResult } from '../shares/manage/index.ts'
import { BatchHead } from './batch-head.tsx'
import { useColumns } from './columns.ts'
import { DayHead } from './day-head.tsx'
import { HistoryBar } from './history-bar.tsx'
import { HistoryHead } from './history-head.tsx'
import { HistoryRow } from './history-row.tsx'
import { type HistoryItem, itemsOf } from './items.ts'
import { RowSketch } from './row-sketch.tsx'
import type { HistoryView, SortBy } from './search.ts'
import { SidePanel } from './side-panel.tsx'
import { useHistoryActions } from './use-history-actions.ts'
import { useRowActions } from './use-row-actions.ts'

type HistoryListProps = More & {
  rows: Conversion[]
  view: HistoryView
  /** In search results a found file is not collapsed in its batch. */
  searched: boolean
  onSort: (sortBy: SortBy) => void
}

const isHeading = ({ kind }: HistoryItem) => kind === 'day'

/** On touch screens the last column has the actions. */
const NARROW = '24px minmax(0,1fr) auto auto'

/** Grouped by day while sorted by time; only visible rows are mounted. */
export function HistoryList(props: HistoryListProps) {
  const { rows, view, searched, onSort, ...more } = props
  const { t } = useLingui()
  const navigate = useNavigate()
  const phone = useMedia('(max-width: 39.99rem)')
  const { columns, grid } = useColumns()
  const touch = useMedia('(pointer: coarse)')
  const beside = useMedia('(min-width: 105rem)')
  const ids = useMemo(() => rows.map((one) => one.conversion_id), [rows])
  const { selected, select, selectAll, clear } = useSelection(ids)
  const { data: user } = useSession()
  const { remove, again, hide, zip, store } = useHistoryActions()
  const sharing = useShareResult()
  const [current, setCurrent] = useState<string | null>(null)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const items = useMemo(
    () => itemsOf(rows, view.sortBy === 'created_at', (id) => searched !== toggled.has(id)),
    [rows, view.sortBy, toggled, searched],
  )
  const toggle = (id: string) => {
    const next = new Set(toggled)
    if (!next.delete(id)) next.add(id)
    setToggled(next)
  }
  const chosen = rows.filter((one) => selected.has(one.conversion_id))
  // The focusable entries, including batch headers: rows of a collapsed batch are not among them.
  const listed = useMemo(() => items.flatMap(({ kind, key }) => (kind === 'day' ? [] : [key])), [items])
  const row = rows.find((one) => one.conversion_id === current && listed.includes(current))
  const batch = items.find((one) => one.kind === 'batch' && one.key === current)
  const focusable = row?.conversion_id ?? batch?.key ?? listed[0]
  const acts = useRowActions({ again, remove, share: user ? sharing.share : undefined })

  const { reveal, move } = useRowFocus(listed, (id) => items.findIndex(({ key }) => key === id))
  const at = listed.indexOf(current ?? '')
  const ofBatch = batch?.kind === 'batch' ? batch : undefined
  const target = chosen.length > 0 ? chosen : row ? [row] : (ofBatch?.rows ?? [])
  const onRow = (event: KeyboardEvent) =>
    event.target instanceof Element && event.target.matches('[data-row]')
  useHotkeys({
    arrowdown: (event) => move(event, at, 1),
    arrowup: (event) => move(event, at, -1),
    enter: (event) => {
      if (!onRow(event)) return
      if (ofBatch) toggle(ofBatch.id)
      else if (row) void navigate(paths.conversion(row.conversion_id))
    },
    arrowright: () => ofBatch && !ofBatch.open && toggle(ofBatch.id),
    arrowleft: () => ofBatch?.open && toggle(ofBatch.id),
    x: () => {
      if (row) select(row.conversion_id, !selected.has(row.conversion_id), false)
      if (ofBatch) {
        const these = ofBatch.rows.map((one) => one.conversion_id)
        selectAll(these, !these.every((id) => selected.has(id)))
      }
    },
    r: () => target.length > 0 && again(target),
    d: () => row?.download_url && startDownload(row.download_url),
    s: () => user && row?.download_url && sharing.share(row),
    delete: () => remove(target, clear),
    escape: clear,
    'mod+a'(event) {
      if (isTyping(event.target)) return
      event.preventDefault()
      selectAll(ids, true)
    },
  })

  const rowHeight = phone ? 64 : touch ? 44 : 33
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex max-w-page min-w-0 flex-1 flex-col">
        <ListTable
          label={t`History`}
          rowsLabel={t`Conversions`}
          columns={grid}
          narrow={NARROW}
          count={more.count}
          exact={more.exact}
          head={
            <HistoryHead
              columns={columns}
              view={view}
              onSort={onSort}
              all={selected.size > 0 && selected.size === ids.length}
              some={selected.size > 0}
              onAll={(on) => selectAll(ids, on)}
            />
          }
          reveal={reveal}
          items={items}
          keyOf={({ key }) => key}
          heightOf={({ kind }) => (kind === 'row' ? rowHeight : kind === 'day' ? 36 : touch ? 44 : 33)}
          isHeading={isHeading}
          onNearEnd={more.onMore}
          sketch={(item) =>
            item.kind === 'row' ? (
              <RowSketch
                conversion={item.conversion}
                selected={selected.has(item.conversion.conversion_id)}
              />
            ) : null
          }
        >
          {(item) =>
            item.kind === 'day' ? (
              <DayHead date={item.date} day={item.key} />
            ) : item.kind === 'batch' ? (
              <BatchHead
                batch={item}
                columns={columns}
                selected={selected}
                focusable={item.key === focusable}
                onFocus={setCurrent}
                touch={touch}
                onSelect={selectAll}
                onToggle={() => toggle(item.id)}
                onZip={zip}
              />
            ) : (
              <HistoryRow
                conversion={item.conversion}
                columns={columns}
                index={item.index}
                selected={selected.has(item.conversion.conversion_id)}
                onSelect={select}
                onFocus={setCurrent}
                focusable={item.conversion.conversion_id === focusable}
                shown={beside && item.conversion === row}
                touch={touch}
                acts={acts}
              />
            )
          }
        </ListTable>
        {chosen.length > 0 ? (
          <ListFoot>
            <HistoryBar
              chosen={chosen}
              hidden={view.hidden}
              onClear={clear}
              onRemove={() => remove(chosen, clear)}
              onAgain={again}
              onHide={() => hide(chosen, !view.hidden, clear)}
              onZip={zip}
              onStore={user ? (some) => void store(some) : undefined}
              onShare={user ? sharing.share : undefined}
            />
          </ListFoot>
        ) : (
          <MoreFoot
            {...more}
            loaded={rows.length}
            says={t({ message: plural(rows.length, { one: '# conversion', other: '# conversions' }) })}
            note={t`Times shown in your local time zone.`}
          />
        )}
      </div>
      {beside && <SidePanel conversion={row} />}
      {sharing.dialog}
    </div>
  )
}
