import { Trans } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A question that names the object: "Remove 3 files?". */
  title: ReactNode
  /** What is deleted, and whether it can be restored. */
  children: ReactNode
  /** The safe choice: "Keep". It has the initial focus. */
  keep: string
  /** The same verb as on the button that opened the dialog: "Remove 3 files". */
  act: string
  onConfirm: () => void
  working: boolean
  /** The verb while pending: "Removing". */
  verb: string
  /** The name that must be typed to enable the red button. */
  typeName?: string
  error?: ReactNode
}

/** The focus ring is shown even after a click, so that the target of Enter is visible. */
const ringed = 'focus:outline-2 focus:outline-offset-2 focus:outline-accent'

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, keep, act, onConfirm, working, verb, typeName, error } = props
  const safe = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const named = typeName === undefined || typed.trim() === typeName

  function close(next: boolean) {
    if (!next) setTyped('')
    onOpenChange(next)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={title}
      description={children}
      initialFocus={safe}
      alert
      foot={
        <>
          <DialogClose
            render={
              <Button ref={safe} className={ringed}>
                {keep}
              </Button>
            }
          />
          <Button variant="danger-solid" disabled={!named} working={working} verb={verb} onClick={onConfirm}>
            {act}
          </Button>
        </>
      }
    >
      {typeName !== undefined && (
        <Field
          label={
            <Trans>
              Type <strong className="text-ink">{typeName}</strong> to continue
            </Trans>
          }
        >
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      )}
      {error && (
        <p role="alert" className="mt-2 text-bad">
          {error}
        </p>
      )}
    </Dialog>
  )
}
