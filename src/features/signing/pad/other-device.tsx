import { Trans, useLingui } from '@lingui/react/macro'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { sayError } from '../../public-page/index.ts'
import { useDeviceDrawing } from './use-device-drawing.ts'

type Code = ComponentType<{ text: string; label: string }>

/** The QR code's module, loaded on demand. Without it the URL remains. */
function useCode(): Code | null {
  const [code, setCode] = useState<{ Code: Code } | null>(null)
  useEffect(() => {
    import('../../../ui/qr-code.tsx').then(
      ({ default: Code }) => setCode({ Code }),
      () => {},
    )
  }, [])
  return code?.Code ?? null
}

type OtherDeviceProps = {
  token: string
  kind: 'signature' | 'initials'
  onImage: (image: string) => void
  onBack: () => void
}

/** A QR code for a phone or tablet, to draw the signature by finger. */
export function OtherDevice({ token, kind, onImage, onBack }: OtherDeviceProps) {
  const { t, i18n } = useLingui()
  const [status, again] = useDeviceDrawing(token, kind, onImage)
  const Code = useCode()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = {
    asking: t`Creating link`,
    shown: t`Waiting for the other device`,
    expired: t`This code has expired.`,
    failed: '',
  }[status.state]
  return (
    <section className="grid justify-items-center gap-3 text-center">
      <h3 ref={heading} tabIndex={-1} className="font-medium outline-none">
        <Trans>Sign on another device</Trans>
      </h3>
      {status.state === 'shown' && (
        <>
          <p className="text-ink-soft">
            <Trans>Scan this with a phone or tablet, or open the URL there. It expires in 10 minutes.</Trans>
          </p>
          <div className="size-40 overflow-hidden rounded-control border border-line-strong bg-paper">
            {Code && <Code text={status.url} label={t`QR code for the link`} />}
          </div>
          <div className="flex w-full gap-2">
            <Input
              mono
              readOnly
              aria-label={t`URL for the other device`}
              value={status.url}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <CopyButton text={status.url} size={32} name={t`Copy link`} />
          </div>
        </>
      )}
      <p role="status" className="font-medium">
        {status.state === 'shown' && status.connected ? t`Connected. Draw on the other device.` : text}
      </p>
      <div role="alert">
        {status.state === 'failed' && (
          <p className="text-bad">
            {status.error instanceof ApiError && status.error.problem && status.error.status < 500
              ? status.error.problem.detail
              : sayError(i18n, status.error)}
          </p>
        )}
      </div>
      {status.state === 'expired' && (
        <Button size={36} onClick={again}>
          <Trans>Show new code</Trans>
        </Button>
      )}
      {status.state === 'failed' && (
        <Button size={36} onClick={again}>
          <Trans>Retry</Trans>
        </Button>
      )}
      <TextButton onClick={onBack}>
        <Trans>Draw here instead</Trans>
      </TextButton>
    </section>
  )
}
