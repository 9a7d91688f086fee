import { useLingui } from '@lingui/react/macro'
import { EyeIcon, RedoIcon, UndoIcon } from 'lucide-react'
import type { SigningSession } from '../../../api/signing.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { EditorMenu } from './editor-menu.tsx'
import { SaveStatus } from './save-status.tsx'
import type { Editor } from './use-editor-draft.ts'

type EditorActionsProps = {
  session: SigningSession
  desk: Editor
  onPreview: (recipient: string) => void
  onNext: () => void
}

/** Save state, undo, preview and send. One line on phones. */
export function EditorActions({ session, desk, onPreview, onNext }: EditorActionsProps) {
  const { t } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const { draft, saveState, undo, redo } = desk
  return (
    <>
      <SaveStatus saveState={saveState} />
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
              <Button variant="ghost" icon={EyeIcon}>{t`Preview as`}</Button>
            )
          }
          entries={draft.recipients.map(({ id, name }) => ({ label: name, onSelect: () => onPreview(id) }))}
        />
      )}
      <EditorMenu session={session} flush={desk.flush} />
      <Button variant="primary" onClick={onNext}>
        {t`Next: message`}
      </Button>
    </>
  )
}
