import { useLingui } from '@lingui/react/macro'
import { DownloadIcon } from 'lucide-react'
import { downloadText } from '../../lib/start-download.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { hostOf } from './state.ts'

/** The secret, shown once, to copy or to download as an .env file. */
export function SecretBox({ secret, url }: { secret: string; url: string }) {
  const { t } = useLingui()
  const name = `webhook-secret-${hostOf(url).replace(/[^a-z0-9.-]+/gi, '-')}.env`
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-control bg-sunk py-1.5 ps-3 pe-1.5">
      <code
        translate="no"
        dir="ltr"
        className="mono min-w-0 flex-1 basis-56 text-small/5 break-all select-all"
      >
        {secret}
      </code>
      <CopyButton text={secret} name={t`Copy secret`} />
      <Button
        size={28}
        icon={DownloadIcon}
        onClick={() => downloadText(name, `WEBHOOK_SECRET=${secret}\n`, 'text/plain')}
      >
        {t`Download`}
      </Button>
    </div>
  )
}
