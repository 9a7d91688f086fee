import { Trans } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogClose } from './dialog.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A question that names the thing: "Remove 3 files?". */
  title: ReactNode
  /** What goes with it, and whether it can come back. */
  children: ReactNode
  /** The safe way: "Keep". It has the focus. */
  keep: string
  /** The same verb as the button that led here: "Remove 3 files". */
  act: string
  onConfirm: () => void
  working: boolean
  /** The verb while it works: "Removing". */
  verb: string
  /** Asks for this name to be typed before the red button can be pressed. */
  typeName?: string
  error?: ReactNode
}

/** Shown even after a click: one should see what Enter would press. */
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
