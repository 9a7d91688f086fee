import type { SigningRow } from '../../../api/signing.ts'
import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import { useOpenDialog } from './use-open-dialog.ts'

const EXTEND = deferred(async () => (await import('./extend-dialog.tsx')).ExtendDialog)
const VOID = deferred(async () => (await import('./void-dialog.tsx')).VoidDialog)
const KEEP = deferred(async () => (await import('./keep-dialog.tsx')).KeepDialog)
const CHANGE = deferred(async () => (await import('./change-dialog.tsx')).ChangeDialog)

/** The dialog that the URL opens, for one of these requests or one of its recipients. */
export function SessionDialogs({ sessions }: { sessions: readonly SigningRow[] }) {
  const { kind, id, close } = useOpenDialog()
  const session = sessions.find((one) => one.id === id)
  const whole = sessions.find(({ recipients }) => recipients.some((one) => one.id === id))
  const recipient = whole?.recipients.find((one) => one.id === id)
  const Extend = useDeferredDialog(EXTEND, kind === 'extend' && session !== undefined, close)
  const Void = useDeferredDialog(VOID, kind === 'void' && session !== undefined, close)
  const Keep = useDeferredDialog(KEEP, kind === 'keep' && session !== undefined, close)
  const Change = useDeferredDialog(CHANGE, kind === 'change' && recipient !== undefined, close)
  return (
    <>
      {Extend && session && <Extend session={session} onClose={close} />}
      {Void && session && <Void session={session} onClose={close} />}
      {Keep && session && <Keep session={session} onClose={close} />}
      {Change && whole && recipient && <Change session={whole} recipient={recipient} onClose={close} />}
    </>
  )
}
