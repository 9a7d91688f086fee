import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { UUID } from '../../lib/uuid.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { QuarantineDialog } from './quarantine-dialog.tsx'

/** Quarantines a file by its id, or by the id of its conversion or business document. */
export function QuarantineForm() {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const id = typed.trim()
  return (
    <>
      <Input
        aria-label={t`ID of a file, conversion or document`}
        placeholder={t`ID of a file, conversion or document`}
        className="w-full sm:w-72"
        value={typed}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button disabled={!UUID.test(id)} onClick={() => setIsOpen(true)}>
        {t`Quarantine file`}
      </Button>
      {isOpen && (
        <QuarantineDialog
          file={{ id }}
          onClose={() => {
            setIsOpen(false)
            setTyped('')
          }}
        />
      )}
    </>
  )
}
