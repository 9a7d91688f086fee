import { useLingui } from '@lingui/react/macro'
import { QrCodeIcon } from 'lucide-react'
import { Button } from '../../../../ui/button.tsx'
import { typedAddress } from './addresses.ts'
import { PairCode } from './pair-code.tsx'
import { QrSquare } from './qr-square.tsx'
import { usePair } from './use-pair.ts'

/** At the top of the output panel: the code for another phone. */
export function FurtherPhone({ session_id }: { session_id: string }) {
  const { t } = useLingui()
  const { pairing, isAsking, ask } = usePair(session_id)
  if (!pairing)
    return (
      <section
        aria-label={t`Add another phone`}
        className="flex items-center justify-between gap-3 border-b border-line-strong px-4 py-3"
      >
        <h2 className="font-medium">{t`Add another phone`}</h2>
        <Button size={28} icon={QrCodeIcon} working={isAsking} verb={t`Creating code`} onClick={ask}>
          {t`Show code`}
        </Button>
      </section>
    )
  const address = typedAddress(pairing.pairing_url)
  return (
    <section
      aria-label={t`Add another phone`}
      className="grid grid-cols-[96px_minmax(0,1fr)] gap-3.5 border-b border-line-strong px-4 py-3.5"
    >
      <QrSquare url={pairing.pairing_url} className="size-24" />
      <div className="min-w-0">
        <h2 className="font-medium">{t`Add another phone`}</h2>
        <p className="text-small text-ink-soft">
          {t`Scan the code, or open`}{' '}
          <span translate="no" dir="ltr" className="wrap-anywhere text-ink">
            {address}
          </span>{' '}
          {t`and enter`}
        </p>
        <PairCode pairing={pairing} isAsking={isAsking} onNew={ask} />
      </div>
    </section>
  )
}
