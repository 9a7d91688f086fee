import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { firstRequest, type MadeApiKey } from '../../api/access.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Curl } from './curl.tsx'

/** The key, shown once, with a sample request. Closing without copying it asks for confirmation. */
export function MadeKey({ made, onClose }: { made: MadeApiKey; onClose: () => void }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const request = firstRequest(made.scopes)
  const name = cutMiddle(made.name, 40)
  const leave = () => (copied || isConfirming ? onClose() : setIsConfirming(true))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={t`Copy key “${name}”`}
      description={t`Shown only once. Store it where only the program that uses it can read it.`}
      foot={
        <>
          <span className="me-auto flex items-center">
            <Checkbox checked={copied} onChange={setCopied}>{t`I’ve copied it`}</Checkbox>
          </span>
          {isConfirming && !copied && <Button onClick={onClose}>{t`Close anyway`}</Button>}
          <Button
            variant="primary"
            disabled={!copied}
            reason={t`Copy it first, then select the checkbox.`}
            onClick={onClose}
          >
            {t`Done`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="flex items-center gap-2 rounded-control bg-sunk py-1.5 ps-3 pe-1.5">
          <code translate="no" dir="ltr" className="mono min-w-0 flex-1 text-small/5 break-all select-all">
            {made.key}
          </code>
          <CopyButton text={made.key} name={t`Copy key`} />
        </div>
        {request && <Curl label={t`Try it`} secret={made.key} {...request} />}
        {isConfirming && !copied && (
          <p role="alert" className="text-warn">
            {t`You haven’t copied it yet. It can’t be shown again, and a lost key must be replaced.`}
          </p>
        )}
      </div>
    </Dialog>
  )
}
