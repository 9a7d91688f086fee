import { useLingui } from '@lingui/react/macro'
import { DownloadIcon, PrinterIcon } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useSession } from '../../../api/account.ts'
import type { BackupCodes } from '../../../api/mfa.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { asLines, inColumns, saveText } from './codes-text.ts'
import { PrintedCodes } from './printed-codes.tsx'

/** New backup codes, with buttons to save them. */
export function CodeSheet({ codes }: { codes: BackupCodes }) {
  const { t } = useLingui()
  const { data: user } = useSession()
  const [printing, setPrinting] = useState(false)
  const username = user?.username ?? ''
  const title = t`Filewright backup codes`

  function print() {
    flushSync(() => setPrinting(true))
    window.print()
    setPrinting(false)
  }
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-soft">{t`Shown only once. Each code works once. Store them away from your phone.`}</p>
      <div
        translate="no"
        dir="ltr"
        className="mono grid grid-cols-2 gap-x-4 gap-y-1.5 text-[0.875rem]/5 select-all"
      >
        {inColumns(codes.codes).flatMap(([left, right]) => [
          <span key={left}>{left}</span>,
          <span key={`${left} right`}>{right}</span>,
        ])}
      </div>
      <div className="flex flex-wrap gap-2 *:grow">
        <Button
          size={28}
          icon={DownloadIcon}
          onClick={() =>
            saveText(
              `filewright-backup-codes-${username}.txt`,
              `${title}\n${location.host}, ${username}\n\n${asLines(codes)}\n`,
            )
          }
        >
          {t`Download`}
        </Button>
        <Button size={28} icon={PrinterIcon} onClick={print}>
          {t`Print`}
        </Button>
        <CopyButton text={asLines(codes)} name={t`Copy codes`} />
      </div>
      {printing && <PrintedCodes title={title} username={username} codes={codes} />}
    </div>
  )
}
