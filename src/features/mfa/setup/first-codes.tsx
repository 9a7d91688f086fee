import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { forgetFreshCodes, useFreshCodes } from '../../../api/mfa.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CodeSheet } from './code-sheet.tsx'

/**
 * The backup codes created with the first second factor. Closing without saving them asks for
 * confirmation.
 */
export function FirstCodes({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const codes = useFreshCodes()
  const [isSaved, setSaved] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)

  function done() {
    onClose()
    forgetFreshCodes()
  }
  const leave = () => (isSaved ? done() : isConfirming ? onClose() : setIsConfirming(true))

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={t`Save your backup codes`}
      description={t`They sign you in if you lose your phone.`}
      foot={
        <>
          <span className="me-auto flex items-center">
            <Checkbox checked={isSaved} onChange={setSaved}>{t`I’ve saved them`}</Checkbox>
          </span>
          {isConfirming && !isSaved && <Button onClick={onClose}>{t`Close anyway`}</Button>}
          <Button
            variant="primary"
            disabled={!isSaved}
            reason={t`Save them first, then select the checkbox.`}
            onClick={done}
          >
            {t`Done`}
          </Button>
        </>
      }
    >
      {codes && <CodeSheet codes={codes} />}
      {isConfirming && !isSaved && (
        <p role="alert" className="mt-4 text-warn">
          {t`You haven’t saved them yet. Without them, a lost phone locks you out of your account.`}
        </p>
      )}
    </Dialog>
  )
}
