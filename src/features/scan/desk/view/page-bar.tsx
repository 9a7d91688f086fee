import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon, CropIcon, EllipsisIcon, RotateCwIcon, Trash2Icon, Undo2Icon } from 'lucide-react'
import type { ScanPage, ScanPageSettings } from '../../../../api/scan.ts'
import { useHotkeys } from '../../../../lib/use-hotkeys.ts'
import { Button } from '../../../../ui/button.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { FILTER_WORDS, FILTERS } from '../../sheet/index.ts'
import { useCanUndo } from '../live/take-scan.ts'
import type { PageActions } from '../live/use-page-actions.ts'
import { showFace, useView } from './view-store.ts'

type PageBarProps = {
  page: ScanPage
  /** Whether a phone is connected that could retake the photo. */
  hasPhone: boolean
  acts: PageActions
  /** The available space: filters side by side, in a list, or in the menu. */
  room: 'wide' | 'medium' | 'narrow'
  onFind: () => void
  onRemove: () => void
}

const NEXT = { 0: 90, 90: 180, 180: 270, 270: 0 } as const

/** The actions for the displayed page. All can be undone: the original photo is kept. */
export function PageBar({ page, hasPhone, acts, room, onFind, onRemove }: PageBarProps) {
  const { t, i18n } = useLingui()
  const face = useView((state) => state.face)
  const canUndo = useCanUndo(page.page_id)
  const { settings, state, is_retake_requested: isRequested } = page
  const set = (change: Partial<ScanPageSettings>) =>
    void acts.change(page.page_id, { ...settings, ...change })
  const rotate = () => set({ rotation: NEXT[settings.rotation] })
  const undo = () => void acts.undo(page.page_id)
  useHotkeys({
    c: () => showFace(face === 'corners' ? 'result' : 'corners'),
    r: rotate,
    f: onFind,
    'mod+z': undo,
    delete: onRemove,
  })
  const filters = FILTERS.map((value) => ({ value, label: i18n._(FILTER_WORDS[value]) }))
  const filterWord = i18n._(FILTER_WORDS[settings.filter])
  const filterEntries = filters.map(({ value, label }) => ({
    label,
    checked: settings.filter === value,
    onChange: () => set({ filter: value }),
  }))
  const layouts = { page: t`One page`, book: t`Two-page spread`, back: t`Back of previous page` }
  return (
    <div
      role="toolbar"
      aria-label={t`Page ${page.position}`}
      className="flex min-h-11 flex-none flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line-strong bg-surface px-2.5 py-1.5"
    >
      <Segmented
        label={t`View`}
        options={[
          { value: 'corners', label: t`Corners`, icon: CropIcon },
          { value: 'result', label: t`Result` },
        ]}
        value={face}
        onChange={showFace}
      />
      {room === 'medium' && (
        <Menu
          align="start"
          trigger={
            <Button size={28} endIcon={ChevronDownIcon} aria-label={t`Filter: ${filterWord}`}>
              {filterWord}
            </Button>
          }
          entries={filterEntries}
        />
      )}
      {room === 'wide' && (
        <Segmented
          label={t`Filter`}
          options={filters}
          value={settings.filter}
          onChange={(filter) => set({ filter })}
        />
      )}
      <span className="ms-auto flex items-center">
        <IconButton name={t`Rotate clockwise`} icon={RotateCwIcon} hotkey="R" onClick={rotate} />
        <IconButton name={t`Undo`} icon={Undo2Icon} disabled={!canUndo} onClick={undo} />
        <IconButton name={t`Delete page`} icon={Trash2Icon} hotkey="Del" onClick={onRemove} />
        <Menu
          trigger={<IconButton name={t`More for this page`} icon={EllipsisIcon} />}
          align="end"
          entries={[
            ...(room === 'narrow' ? [...filterEntries, 'line' as const] : []),
            { label: t`Detect corners again`, hotkey: 'F', disabled: state !== 'ready', onSelect: onFind },
            { label: t`Use whole photo`, onSelect: () => set({ quad: null }) },
            {
              label: isRequested ? t`Cancel retake` : t`Retake on phone`,
              disabled: !hasPhone,
              onSelect: () => void acts.requestRetake(page, !isRequested),
            },
            'line',
            ...(['page', 'book', 'back'] as const).map((layout) => ({
              label: layouts[layout],
              checked: settings.layout === layout,
              onChange: () => set({ layout }),
            })),
          ]}
        />
      </span>
    </div>
  )
}
