import { useLingui } from '@lingui/react/macro'
import {
  BellIcon,
  CalendarClockIcon,
  CopyPlusIcon,
  DownloadIcon,
  EllipsisIcon,
  RefreshCwIcon,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import type { SigningSession } from '../../../api/signing.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { canOf } from './standing.ts'
import { useOpenDialog } from './use-open-dialog.ts'
import { useSessionActions } from './use-session-actions.ts'
import { useSessionEntries } from './use-session-entries.tsx'

/** The owner's actions: the most likely as buttons, all in the menu. */
export function SessionActions({ session }: { session: SigningSession }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const leave = () => void navigate(paths.signing(), { replace: true })
  const acts = useSessionActions(leave)
  const entries = useSessionEntries(leave)(session)
  const { open } = useOpenDialog()
  const can = canOf(session)
  const { id, state, title } = session
  return (
    <>
      {can.seal ? (
        <Button variant="primary" icon={RefreshCwIcon} onClick={() => acts.seal(session)}>
          {t`Retry sealing`}
        </Button>
      ) : can.download ? (
        <Button variant="primary" icon={DownloadIcon} onClick={() => acts.result(session)}>
          {t`Download signed PDF`}
        </Button>
      ) : state === 'expired' ? (
        <Button
          variant="primary"
          icon={CalendarClockIcon}
          aria-haspopup="dialog"
          onClick={() => open('extend', id)}
        >
          {t`Change deadline`}
        </Button>
      ) : can.remind ? (
        <Button variant="primary" icon={BellIcon} onClick={() => acts.remind(session)}>{t`Remind`}</Button>
      ) : (
        can.again &&
        state !== 'sealing' && (
          <Button variant="primary" icon={CopyPlusIcon} onClick={() => acts.again(session)}>
            {t`Duplicate`}
          </Button>
        )
      )}
      <Menu
        trigger={<IconButton framed size={32} name={t`More for ${title}`} icon={EllipsisIcon} />}
        entries={entries}
      />
    </>
  )
}
