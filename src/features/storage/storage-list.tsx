import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { UserFile } from '../../api/storage.ts'
import { isTyping } from '../../lib/is-typing.ts'
import { useHotkeys } from '../../lib/use-hotkeys.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useRowFocus } from '../../lib/use-row-focus.ts'
import { useSelection } from '../../lib/use-selection.ts'
import { paths } from '../../paths.ts'
import { ListFoot } from '../../ui/list-foot.tsx'
import { ListTable } from '../../ui/list-table.tsx'
import { type More, MoreFoot } from '../../ui/more-foot.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { FileRow } from './file-row.tsx'
import { FileTile } from './file-tile.tsx'
import type { Layout, Order } from './search.ts'
import { useSharing } from './share-action.tsx'
import { SidePanel } from './side-panel.tsx'
import { StorageBar } from './storage-bar.tsx'
import { StorageHead } from './storage-head.tsx'
import { useFileActions } from './use-file-actions.ts'
import { useTiles } from './use-tiles.ts'

type StorageListProps = More & {
  rows: UserFile[]
  layout: Layout
  onConvert: (files: readonly UserFile[]) => void
  deleted: boolean
  order: Order
  onOrder: (order: Order) => void
}

const COLUMNS = '16px minmax(0,1fr) 80px 84px 72px 64px'
const NARROW = '24px minmax(0,1fr) 44px'

/** Rows or tiles; only visible ones are mounted. */
export function StorageList(props: StorageListProps) {
  const { rows, layout, onConvert, deleted, order, onOrder, ...more } = props
  const { t } = useLingui()
  const navigate = useNavigate()
  const hasPanel = useMedia('(min-width: 105rem)')
  const { box, columns, height } = useTiles()
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const { selected, select, selectAll, clear } = useSelection(ids)
  const [current, setCurrent] = useState<string | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const sharing = useSharing()
  const wide = layout === 'grid' ? columns : 1
  const at = ids.indexOf(current ?? '')
  const { reveal, focusRow, move } = useRowFocus(ids, (id) => Math.floor(ids.indexOf(id) / wide))
  const acts = useFileActions({
    share: sharing.share,
    onConvert,
    onGone: clear,
    onRename(id) {
      setRenaming(id)
      // The removed input loses the focus.
      if (id === null && current) requestAnimationFrame(() => focusRow(current))
    },
  })

  const chosen = rows.filter(({ id }) => selected.has(id))
  const row = rows.find(({ id }) => id === current)
  const focusable = row?.id ?? ids[0]

  const target = chosen.length > 0 ? chosen : row ? [row] : []
  useHotkeys({
    arrowdown: (event) => move(event, at, wide),
    arrowup: (event) => move(event, at, -wide),
    ...(layout === 'grid' && {
      arrowright: (event) => move(event, at, 1),
      arrowleft: (event) => move(event, at, -1),
    }),
    enter(event) {
      if (!row || deleted || !(event.target instanceof Element) || !event.target.matches('[data-row]')) return
      void navigate(paths.storedFile(row.id))
    },
    x: () => row && select(row.id, !selected.has(row.id), false),
    d: () => target.length > 0 && !deleted && acts.download(target),
    f2: () => row && !deleted && setRenaming(row.id),
    delete() {
      if (target.length === 0) return
      if (deleted) return acts.removeForGood(target)
      const gone = new Set(target.map(({ id }) => id))
      const next = [...ids.slice(at), ...ids.slice(0, Math.max(0, at)).reverse()].find((id) => !gone.has(id))
      acts.remove(target)
      // Keyboard users keep their position.
      if (next && at >= 0) requestAnimationFrame(() => focusRow(next))
    },
    escape: clear,
    'mod+a'(event) {
      if (isTyping(event.target)) return
      event.preventDefault()
      selectAll(ids, true)
    },
  })

  const item = (file: UserFile, index: number) => ({
    file,
    index,
    selected: selected.has(file.id),
    onSelect: select,
    onFocus: setCurrent,
    focusable: file.id === focusable,
    shown: hasPanel && file.id === current,
    renaming: file.id === renaming,
    acts,
  })
  const lines = useMemo(() => {
    const starts = Array.from({ length: Math.ceil(rows.length / columns) }, (_, line) => line * columns)
    return starts.map((start) => ({ start, files: rows.slice(start, start + columns) }))
  }, [rows, columns])

  return (
    <div className="flex min-h-0 flex-1">
      <div ref={box} className="flex max-w-page min-w-0 flex-1 flex-col">
        {layout === 'list' ? (
          <ListTable
            label={t`Files`}
            rowsLabel={t`Stored files`}
            columns={COLUMNS}
            narrow={NARROW}
            count={more.count}
            exact={more.exact}
            head={
              <StorageHead
                order={order}
                onOrder={onOrder}
                all={selected.size > 0 && selected.size === ids.length}
                some={selected.size > 0}
                onAll={(on) => selectAll(ids, on)}
              />
            }
            reveal={reveal}
            items={rows}
            keyOf={({ id }) => id}
            heightOf={() => 64}
            onNearEnd={more.onMore}
          >
            {(file, index) => <FileRow {...item(file, index)} />}
          </ListTable>
        ) : (
          <VirtualList
            key={`${columns} ${height}`}
            reveal={reveal}
            label={t`Stored files`}
            items={lines}
            keyOf={({ start }) => String(start)}
            heightOf={() => height}
            onNearEnd={more.onMore}
            className="min-h-0 flex-1 px-4 pt-3 md:ps-6 md:pe-5"
          >
            {({ start, files }) => (
              <div className="flex h-full gap-3 pb-3">
                {files.map((file, offset) => (
                  <FileTile key={file.id} {...item(file, start + offset)} />
                ))}
                {/* Keeps the last row's tiles as wide as the others. */}
                {Array.from({ length: columns - files.length }, (_, empty) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: they are nothing
                  <span key={empty} className="flex-1" />
                ))}
              </div>
            )}
          </VirtualList>
        )}
        {chosen.length > 0 ? (
          <ListFoot>
            <StorageBar chosen={chosen} deleted={deleted} acts={acts} onClear={clear} />
          </ListFoot>
        ) : (
          <MoreFoot
            {...more}
            loaded={rows.length}
            says={t({ message: plural(rows.length, { one: '# file', other: '# files' }) })}
            note={t`Drop files anywhere to upload.`}
          />
        )}
      </div>
      {hasPanel && <SidePanel file={row} />}
      {sharing.dialog}
    </div>
  )
}
