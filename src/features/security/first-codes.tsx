import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { forgetFreshCodes, useFreshCodes } from '../../api/mfa.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CodeSheet } from './code-sheet.tsx'

/** The backup codes that come with the first second factor. Closing without having kept them is asked about once. */
export function FirstCodes({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const codes = useFreshCodes()
  const [kept, setKept] = useState(false)
  const [asked, setAsked] = useState(false)

  function done() {
    onClose()
    forgetFreshCodes()
  }
  const leave = () => (kept ? done() : asked ? onClose() : setAsked(true))

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={t`Keep your backup codes`}
      description={t`They open the account when the phone is lost.`}
      foot={
        <>
          <span className="me-auto flex items-center">
            <Checkbox checked={kept} onChange={setKept}>{t`I have kept them`}</Checkbox>
          </span>
          {asked && !kept && <Button onClick={onClose}>{t`Close all the same`}</Button>}
          <Button
            look="primary"
            disabled={!kept}
            reason={t`Keep them first, then tick the box.`}
            onClick={done}
          >
            {t`Done`}
          </Button>
        </>
      }
    >
      {codes && <CodeSheet codes={codes} />}
      {asked && !kept && (
        <p role="alert" className="mt-4 text-warn">
          {t`You have not kept them yet. Without them a lost phone locks you out of the account.`}
        </p>
      )}
    </Dialog>
  )
}
