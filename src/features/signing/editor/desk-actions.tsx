import { useLingui } from '@lingui/react/macro'
import { EyeIcon, RedoIcon, UndoIcon } from 'lucide-react'
import type { SigningSession } from '../../../api/signing.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { DeskMenu } from './desk-menu.tsx'
import { KeptNote } from './kept-note.tsx'
import type { Desk } from './use-desk-draft.ts'

type DeskActionsProps = {
  session: SigningSession
  desk: Desk
  onPreview: (recipient: string) => void
  onNext: () => void
}

/** Whether it is kept, the way back, how others will see it, and the way on. On a phone in one line. */
export function DeskActions({ session, desk, onPreview, onNext }: DeskActionsProps) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const { draft, kept, undo, redo } = desk
  return (
    <>
      <KeptNote kept={kept} />
      {!phone && (
        <>
          <IconButton
            name={t`Undo`}
            icon={UndoIcon}
            hotkey="Ctrl Z"
            disabled={!undo}
            onClick={() => undo?.()}
          />
          <IconButton
            name={t`Redo`}
            icon={RedoIcon}
            hotkey="Ctrl Shift Z"
            disabled={!redo}
            onClick={() => redo?.()}
          />
        </>
      )}
      {draft.recipients.length > 0 && (
        <Menu
          align="end"
          trigger={
            phone ? (
              <IconButton name={t`Preview as`} icon={EyeIcon} />
            ) : (
              <Button look="ghost" icon={EyeIcon}>{t`Preview as`}</Button>
            )
          }
          entries={draft.recipients.map(({ id, name }) => ({ label: name, onSelect: () => onPreview(id) }))}
        />
      )}
      <DeskMenu session={session} flush={desk.flush} />
      <Button look="primary" onClick={onNext}>
        {t`Next: message`}
      </Button>
    </>
  )
}
