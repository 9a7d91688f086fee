import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Bone } from '../../../ui/skeleton.tsx'

const QrCode = lazy(() => import('../../../ui/qr-code.tsx'))

/** Groups a secret by four characters, for reading. */
const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** The secret for the app: a QR code, and text if it cannot be scanned. */
export function AppStep({ app, failed }: { app: { secret: string; url: string } | null; failed: boolean }) {
  const { t } = useLingui()
  if (!app) return failed ? null : <Bone className="h-44 w-full" />
  return (
    <div className="grid gap-4 sm:grid-cols-[176px_minmax(0,1fr)]">
      <div className="size-44 rounded-control border border-line-strong bg-paper max-sm:mx-auto">
        <Suspense>
          <QrCode text={app.url} label={t`QR code for the authenticator app`} />
        </Suspense>
      </div>
      <div className="grid min-w-0 content-start gap-2">
        <p>
          <Trans>Scan this with your authenticator app, or enter the secret manually.</Trans>
        </p>
        <p
          translate="no"
          dir="ltr"
          className="mono rounded-control bg-sunk px-2.5 py-2 text-small/5 wrap-break-word select-all"
        >
          {inFours(app.secret)}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <CopyButton text={app.secret} name={t`Copy secret`} />
          <a className="link" href={app.url}>
            {t`Open app here`}
          </a>
        </p>
      </div>
    </div>
  )
}
