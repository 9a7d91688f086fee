import { useLingui } from '@lingui/react/macro'
import {
  CheckIcon,
  ChevronDownIcon,
  CloudIcon,
  CloudOffIcon,
  DownloadIcon,
  HardDriveIcon,
  Link2Icon,
  RedoIcon,
  ReplaceIcon,
  SignatureIcon,
  UndoIcon,
} from 'lucide-react'
import { formatTime } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import type { Drafting } from './use-draft.ts'
import type { SaveAs } from './use-save.tsx'

type HeadActionsProps = {
  drafting: Drafting
  /** Only an account has a place of its own. */
  signedIn: boolean
  stored: boolean
  saving: boolean
  disabled: boolean
  /** There is nothing to save; it can be sent for signature as it is. */
  unchanged: boolean
  onSave: (as: SaveAs) => void
}

/** Whether the draft is kept, the way back, and where the result goes. */
export function HeadActions(props: HeadActionsProps) {
  const { drafting, signedIn, stored, saving, disabled, unchanged, onSave } = props
  const { t, i18n } = useLingui()
  const saved = (as: SaveAs) => ({ disabled: unchanged, onSelect: () => onSave(as) })
  const { keptAt, unkept, isSaved, undo, redo } = drafting
  return (
    <>
      {isSaved && (
        <span role="status" className="flex items-center gap-1.5 text-small text-ink-soft max-lg:hidden">
          <CheckIcon className="size-3.5" />
          {t`Saved`}
        </span>
      )}
      {keptAt !== null && !isSaved && (
        <span role="status" className="flex items-center gap-1.5 text-small text-ink-soft max-lg:hidden">
          {unkept ? <CloudOffIcon className="size-3.5" /> : <CloudIcon className="size-3.5" />}
          {unkept
            ? t`Draft not saved: browser storage is full`
            : t`Draft saved ${formatTime(new Date(keptAt), { locale: i18n.locale })}`}
        </span>
      )}
      <IconButton name={t`Undo`} icon={UndoIcon} hotkey="Ctrl Z" disabled={!undo} onClick={() => undo?.()} />
      <IconButton
        name={t`Redo`}
        icon={RedoIcon}
        hotkey="Ctrl Shift Z"
        disabled={!redo}
        onClick={() => redo?.()}
      />
      <Menu
        align="end"
        trigger={
          <Button
            look="primary"
            working={saving}
            verb={t`Saving`}
            disabled={disabled || (unchanged && !signedIn)}
            endIcon={ChevronDownIcon}
          >
            {t`Save as`}
          </Button>
        }
        entries={[
          { ...saved('download'), label: t`Download`, icon: DownloadIcon },
          ...(signedIn
            ? [
                { ...saved('storage'), label: t`Save to Storage`, icon: HardDriveIcon },
                ...(stored
                  ? [{ ...saved('replace'), label: t`Save as new version`, icon: ReplaceIcon }]
                  : []),
                { ...saved('share'), label: t`Save and share`, icon: Link2Icon },
                { label: t`Send for signature`, icon: SignatureIcon, onSelect: () => onSave('sign') },
              ]
            : []),
        ]}
      />
    </>
  )
}
