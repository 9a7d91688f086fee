import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { classNames } from '../../../../lib/class-names.ts'

const QrCode = lazy(() => import('../../../../ui/qr-code.tsx'))

/** The pairing link as a QR code on paper. */
export function QrSquare({ url, className }: { url: string; className: string }) {
  const { t } = useLingui()
  return (
    <div className={classNames('flex-none rounded-control border border-line-strong bg-paper', className)}>
      <Suspense>
        <QrCode text={url} label={t`QR code that connects a phone`} />
      </Suspense>
    </div>
  )
}
