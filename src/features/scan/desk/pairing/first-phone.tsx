import { Trans, useLingui } from '@lingui/react/macro'
import {
  CameraIcon,
  CameraOffIcon,
  ChevronDownIcon,
  QrCodeIcon,
  SmartphoneIcon,
  TriangleAlertIcon,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ScanPairing, ScanSession } from '../../../../api/scan.ts'
import { useMedia } from '../../../../lib/use-media.ts'
import { Button } from '../../../../ui/button.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { typedAddress } from './addresses.ts'
import { PairCode } from './pair-code.tsx'
import { QrSquare } from './qr-square.tsx'
import { usePair } from './use-pair.ts'

/** Before the first page: how to connect a phone. `children` are the other ways to add pages. */
export function FirstPhone({ session, children }: { session: ScanSession; children: ReactNode }) {
  const { t } = useLingui()
  const { pairing, isAsking, ask } = usePair(session.session_id)
  const isPhone = useMedia('(pointer: coarse) and (max-width: 48rem)')
  const connected = session.phones.filter(({ is_connected }) => is_connected).length
  return (
    <div className="grid min-h-full place-items-center px-4 py-8">
      <div className="grid w-full max-w-136 gap-5">
        {isPhone && <ThisDevice pairing={pairing} />}
        {connected > 0 ? (
          <p className="flex items-center gap-2 font-medium" aria-live="polite">
            <SmartphoneIcon className="text-ok" />
            {t`Phone connected. Take the first photo; it appears here.`}
          </p>
        ) : (
          <div>
            <h2 className="title text-title">{t`Scan with a phone`}</h2>
            <p className="mt-1 text-ink-soft">
              {t`Point the phone’s camera at the code. The phone needs no app or account.`}
            </p>
          </div>
        )}
        {pairing ? (
          <Shown pairing={pairing} isAsking={isAsking} onNew={ask} />
        ) : (
          <div className="grid justify-items-start gap-3 rounded-sheet border border-line-strong bg-surface p-4">
            <p className="text-ink-soft">
              {t`The code for this session was shown in another window or before this page was reloaded.`}
            </p>
            <Button
              variant="primary"
              icon={QrCodeIcon}
              working={isAsking}
              verb={t`Creating code`}
              onClick={ask}
            >
              {t`Show code`}
            </Button>
          </div>
        )}
        {children}
      </div>
    </div>
  )
}

function Shown({ pairing, isAsking, onNew }: { pairing: ScanPairing; isAsking: boolean; onNew: () => void }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState(0)
  const { pairing_urls } = pairing
  const url = pairing_urls[chosen] ?? pairing.pairing_url
  const { host } = new URL(url)
  // The response's value applies to the first URL.
  const hasCamera = chosen === 0 ? pairing.has_camera : url.startsWith('https:')
  return (
    <>
      {!pairing.is_reachable && <Unreachable />}
      <div className="grid gap-5 rounded-sheet border border-line-strong bg-surface p-4 sm:grid-cols-[232px_minmax(0,1fr)]">
        <QrSquare url={url} className="size-58 max-sm:mx-auto" />
        <div className="grid min-w-0 content-center gap-4">
          {pairing_urls.length > 1 && (
            <div className="grid justify-items-start gap-1">
              <p className="text-small text-ink-soft">{t`Server address`}</p>
              <Menu
                align="start"
                trigger={
                  <Button endIcon={ChevronDownIcon} aria-label={t`Server address: ${host}`}>
                    <span dir="ltr">{host}</span>
                  </Button>
                }
                entries={pairing_urls.map((one, index) => ({
                  label: new URL(one).host,
                  checked: index === chosen,
                  onChange: () => setChosen(index),
                }))}
              />
              <p className="text-small text-ink-soft">{t`Select the network that the phone is on.`}</p>
            </div>
          )}
          <div>
            <p className="text-small text-ink-soft">{t`Or open this URL on the phone`}</p>
            <p translate="no" dir="ltr" className="mono w-fit text-read wrap-anywhere select-all">
              {typedAddress(url)}
            </p>
          </div>
          <div>
            <p className="text-small text-ink-soft">{t`and enter the code`}</p>
            <PairCode pairing={pairing} isBig isAsking={isAsking} onNew={onNew} />
          </div>
        </div>
      </div>
      <CameraNote hasCamera={hasCamera} />
    </>
  )
}

/** The instance only listens on localhost. */
function Unreachable() {
  const { t } = useLingui()
  return (
    <p role="status" className="flex gap-2 rounded-control bg-warn-tint px-3 py-2 text-warn">
      <TriangleAlertIcon className="mt-0.5" />
      {t`Phones can’t reach this server because it listens on localhost only. Start it with HOST=0.0.0.0 or set PUBLIC_URL to its URL.`}
    </p>
  )
}

/** Whether the phone's camera is available in the page, shown before the code is scanned. */
function CameraNote({ hasCamera }: { hasCamera: boolean }) {
  const { t } = useLingui()
  if (hasCamera)
    return (
      <p className="flex gap-2 text-ink-soft">
        <CameraIcon className="mt-0.5" />
        {t`The camera opens on the phone’s page, detects the page and captures it automatically.`}
      </p>
    )
  return (
    <div className="flex gap-2 text-ink-soft">
      <CameraOffIcon className="mt-0.5" />
      <p>
        <strong className="font-medium text-ink">{t`Photos are taken with the phone’s camera app.`}</strong>{' '}
        <Trans>
          Browsers allow camera access only over HTTPS. Put a TLS proxy such as Caddy or tailscale serve in
          front of Filewright, and set PUBLIC_URL to its https:// URL.
        </Trans>
      </p>
    </div>
  )
}

/** On a signed-in phone: opens the page that other phones use. */
function ThisDevice({ pairing }: { pairing: ScanPairing | null }) {
  const { t } = useLingui()
  if (!pairing) return null
  return (
    <Button
      variant="primary"
      size={36}
      icon={CameraIcon}
      wide
      render={<a href={`/s${new URL(pairing.pairing_url).hash}`} />}
    >
      {t`Use this device as scanner`}
    </Button>
  )
}
