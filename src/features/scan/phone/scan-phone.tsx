import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { createSheetFinder, type SheetFinder } from '../frames/index.ts'
import { openPhoneQueue, type PhoneQueue } from './queue/phone-queue.ts'
import { CodePage } from './session/code-page.tsx'
import { LeftPhotos } from './session/left-photos.tsx'
import { usePairing } from './session/use-pairing.ts'
import { SessionPage } from './session-page.tsx'
import { useLeftovers } from './use-leftovers.ts'
import { useScan } from './use-scan.ts'

/** The page of a phone that scans for a desk. It uses the pairing token of the session and no account. */
export function ScanPhone() {
  const [queue] = useState(openPhoneQueue)
  const [finder] = useState(createSheetFinder)
  const { pairing, pair } = usePairing()
  const token = pairing.status === 'paired' ? pairing.token : null
  const left = useLeftovers(queue, token)
  useEffect(() => queue.start(), [queue])
  if (pairing.status === 'reading') return null
  if (token === null)
    return (
      <CodePage
        title={<Trans>Connect to a desk</Trans>}
        line={<Trans>Scan the QR code at the desk with this phone, or enter its code.</Trans>}
        onPaired={pair}
      >
        <LeftPhotos pages={left} queue={queue} />
      </CodePage>
    )
  return <Paired key={token} {...{ token, queue, finder, pair }} />
}

type PairedProps = {
  token: string
  queue: PhoneQueue
  finder: SheetFinder
  pair: (token: string | null) => void
}

function Paired({ token, queue, finder, pair }: PairedProps) {
  const scan = useScan(token, queue)
  const left = useLeftovers(queue, token)
  if (!scan.isOver) return <SessionPage scan={scan} finder={finder} onLeave={() => pair(null)} />
  const name = scan.session?.desk_name
  return (
    <CodePage
      title={<Trans>Session ended</Trans>}
      line={
        name ? (
          <Trans>To scan more pages, scan a new QR code at {name}’s desk or enter its code.</Trans>
        ) : (
          <Trans>To scan more pages, scan a new QR code at the desk or enter its code.</Trans>
        )
      }
      onPaired={pair}
    >
      <LeftPhotos pages={left} queue={queue} />
    </CodePage>
  )
}
