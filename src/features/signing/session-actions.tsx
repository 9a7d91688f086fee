import { useLingui } from '@lingui/react/macro'
import {
  BellIcon,
  CalendarPlusIcon,
  CircleSlashIcon,
  DownloadIcon,
  EllipsisVerticalIcon,
  FileTextIcon,
  Trash2Icon,
} from 'lucide-react'
import { useState } from 'react'
import { type SigningSession, signingDocumentUrl, signingResultUrl } from '../../api/signing.ts'
import { startDownload } from '../../lib/start-download.ts'
import { Button } from '../../ui/button.tsx'
import { deferred, useDeferredDialog } from '../../ui/deferred.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { SessionDialogProps } from './session-dialogs.tsx'
import { useSessionActs } from './use-session-acts.ts'
import { isAwaited } from './words.ts'

const EXTEND = deferred<SessionDialogProps>(async () => (await import('./session-dialogs.tsx')).ExtendDialog)
const VOID = deferred<SessionDialogProps>(async () => (await import('./session-dialogs.tsx')).VoidDialog)

/** What its owner can do to a session as it stands now. */
export function SessionActions({ session }: { session: SigningSession }) {
  const { t } = useLingui()
  const { remind, remove } = useSessionActs()
  const [asked, setAsked] = useState<'extend' | 'void' | null>(null)
  const close = () => setAsked(null)
  const Extend = useDeferredDialog(EXTEND, asked === 'extend', close)
  const Void = useDeferredDialog(VOID, asked === 'void', close)
  const { id, state, problem, recipients } = session
  const under = state === 'open' || state === 'sealing'
  const voidable = state === 'open' || state === 'expired' || (state === 'sealing' && problem !== null)
  const entries: MenuEntry[] = [
    ...(state === 'open'
      ? [{ label: t`Another day to sign by`, icon: CalendarPlusIcon, onSelect: () => setAsked('extend') }]
      : []),
    {
      label: t`Download what was sent`,
      icon: FileTextIcon,
      onSelect: () => startDownload(signingDocumentUrl(id)),
    },
    ...(voidable || !under ? (['line'] as const) : []),
    ...(voidable
      ? [{ label: t`Call it off`, icon: CircleSlashIcon, danger: true, onSelect: () => setAsked('void') }]
      : []),
    ...(under
      ? []
      : [{ label: t`Remove`, icon: Trash2Icon, danger: true, onSelect: () => remove(session, true) }]),
  ]
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton name={t`More`} icon={EllipsisVerticalIcon} />}
        entries={entries}
      />
      {state === 'open' && recipients.some(isAwaited) && (
        <Button look="primary" icon={BellIcon} onClick={() => void remind(session)}>
          {t`Remind`}
        </Button>
      )}
      {state === 'expired' && (
        <Button look="primary" icon={CalendarPlusIcon} onClick={() => setAsked('extend')}>
          {t`Go on`}
        </Button>
      )}
      {state === 'completed' && (
        <Button look="primary" icon={DownloadIcon} onClick={() => startDownload(signingResultUrl(id))}>
          {t`Download`}
        </Button>
      )}
      {Extend && <Extend session={session} onClose={close} />}
      {Void && <Void session={session} onClose={close} />}
    </>
  )
}
