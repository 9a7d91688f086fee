import { useLingui } from '@lingui/react/macro'
import {
  CheckIcon,
  CloudIcon,
  CloudOffIcon,
  EllipsisIcon,
  FolderOpenIcon,
  PrinterIcon,
  RedoIcon,
  SearchIcon,
  UndoIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/format-date.ts'
import { modKey } from '../../../lib/use-hotkeys.ts'
import { browseFiles } from '../../../stores/file-taker.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { Panes } from '../reader/index.ts'
import type { Drafting } from './use-draft.ts'

type HeadActionsProps = {
  drafting: Drafting
  panes: Panes
  /** The save button, if there is no panel. */
  saveButton: ReactNode
  disabled: boolean
  onPrint: () => void
  /** Shows the search box; null if it is always shown. */
  onFind: (() => void) | null
}

/**
 * The draft's state, undo and redo, the save button without a panel, and a menu with the other
 * actions.
 */
export function HeadActions(props: HeadActionsProps) {
  const { drafting, panes, saveButton, disabled, onPrint, onFind } = props
  const { t, i18n } = useLingui()
  const { savedAt, saveFailed, isSaved, undo, redo } = drafting
  return (
    <>
      {isSaved && (
        <span role="status" className="flex items-center gap-1.5 text-small text-ink-soft max-lg:hidden">
          <CheckIcon className="size-3.5" />
          {t`Saved`}
        </span>
      )}
      {savedAt !== null && !isSaved && (
        <span role="status" className="flex items-center gap-1.5 text-small text-ink-soft max-lg:hidden">
          {saveFailed ? <CloudOffIcon className="size-3.5" /> : <CloudIcon className="size-3.5" />}
          {saveFailed
            ? t`Draft not saved: browser storage is full`
            : t`Draft saved ${formatTime(new Date(savedAt), { locale: i18n.locale })}`}
        </span>
      )}
      <IconButton
        name={t`Undo`}
        icon={UndoIcon}
        hotkey={`${modKey()} Z`}
        disabled={!undo}
        onClick={() => undo?.()}
      />
      <IconButton
        name={t`Redo`}
        icon={RedoIcon}
        hotkey={`${modKey()} Shift Z`}
        disabled={!redo}
        onClick={() => redo?.()}
      />
      {saveButton}
      <Menu
        align="end"
        trigger={<IconButton name={t`More actions`} icon={EllipsisIcon} />}
        entries={[
          { label: t`Open another file`, icon: FolderOpenIcon, onSelect: browseFiles },
          { label: t`Print`, icon: PrinterIcon, disabled, onSelect: onPrint },
          ...(onFind ? [{ label: t`Find in file`, icon: SearchIcon, disabled, onSelect: onFind }] : []),
          'line',
          {
            label: t`Thumbnails`,
            disabled,
            checked: panes.shown('pages'),
            onChange: () => panes.toggle('pages'),
          },
          {
            label: t`Fields and outline`,
            disabled,
            checked: panes.shown('outline'),
            onChange: () => panes.toggle('outline'),
          },
        ]}
      />
    </>
  )
}
