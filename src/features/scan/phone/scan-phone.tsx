import { Trans } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { getPairedSession } from '../../../api/public-scan.ts'
import { createSheetFinder, type SheetFinder } from '../frames/index.ts'
import { openPhoneQueue, type PhoneQueue } from './queue/phone-queue.ts'
import { isUnsent, type QueuedPage } from './queue/queued-page.ts'
import type { UploadQueue } from './queue/upload-queue.ts'
import { CodePage } from './session/code-page.tsx'
import { LeftPhotos } from './session/left-photos.tsx'
import { phoneId } from './session/phone-id.ts'
import { usePairing } from './session/use-pairing.ts'
import { SessionPage } from './session-page.tsx'
import { useScan } from './use-scan.ts'

/**
 * The page of a phone that scans for a desk. It uses the session's pairing token and no account.
 */
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

/**
 * Photos of ended sessions. The queue sends those of an earlier session that is still open; that
 * session is not polled, so one request checks whether they have arrived.
 */
function useLeftovers(queue: UploadQueue, token: string | null): readonly QueuedPage[] {
  const { pages, closed } = useSyncExternalStore(queue.subscribe, queue.state)
  const arrived = pages.filter(
    (page) => page.token !== token && page.step === 'listed' && !closed.includes(page.token),
  )
  const tokens = [...new Set(arrived.map((page) => page.token))].join()
  useEffect(() => {
    for (const other of tokens === '' ? [] : tokens.split(',')) {
      const requestedAt = Date.now()
      getPairedSession(other, { phone_id: phoneId() }).then(
        (session) => queue.confirm(other, session, requestedAt),
        (error) => {
          if (error instanceof ApiError && error.code === 'not_found') queue.close(other)
        },
      )
    }
  }, [tokens, queue])
  return pages.filter((page) => closed.includes(page.token) && isUnsent(page))
}
