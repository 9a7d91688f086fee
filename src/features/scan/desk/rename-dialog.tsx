import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ScanSession } from '../../../api/scan.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { usePageActions } from './live/use-page-actions.ts'

const MOST = 120

export type RenameDialogProps = { session: ScanSession; open: boolean; onClose: () => void }

/** The title of a session. Phones show it too. */
export function RenameDialog({ session, open, onClose }: RenameDialogProps) {
  const { t } = useLingui()
  const [title, setTitle] = useState(session.title)
  const { rename } = usePageActions(session.session_id)
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t`Rename session`}
      foot={
        <>
          <DialogClose render={<Button>{t`Cancel`}</Button>} />
          <Button variant="primary" type="submit" form="scan-title">
            {t`Rename`}
          </Button>
        </>
      }
    >
      <form
        id="scan-title"
        onSubmit={(event) => {
          event.preventDefault()
          void rename(title.trim())
          onClose()
        }}
      >
        <Field label={t`Title`} help={t`Shown on connected phones and used in the PDF name.`}>
          <Input
            value={title}
            maxLength={MOST}
            dir="auto"
            onChange={({ target }) => setTitle(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
