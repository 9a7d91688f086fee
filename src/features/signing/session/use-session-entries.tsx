import { useLingui } from '@lingui/react/macro'
import {
  BanIcon,
  BellIcon,
  BookmarkIcon,
  CalendarClockIcon,
  CopyPlusIcon,
  DownloadIcon,
  FileDownIcon,
  RefreshCwIcon,
  Trash2Icon,
} from 'lucide-react'
import type { SigningRow } from '../../../api/signing.ts'
import type { MenuEntry } from '../../../ui/menu.tsx'
import { canOf } from './standing.ts'
import { useOpenDialog } from './use-open-dialog.ts'
import { useSessionActions } from './use-session-actions.ts'

/**
 * The menu of a request: the actions that the server allows in its state, for its row and its page.
 */
export function useSessionEntries(gone?: () => void): (session: SigningRow) => MenuEntry[] {
  const { t } = useLingui()
  const acts = useSessionActions(gone)
  const { open } = useOpenDialog()
  return (session) => {
    const can = canOf(session)
    const { id } = session
    const entry = (allowed: boolean, ...entries: MenuEntry[]) => (allowed ? entries : [])
    return [
      ...entry(can.seal, {
        label: t`Retry sealing`,
        icon: RefreshCwIcon,
        onSelect: () => acts.seal(session),
      }),
      ...entry(can.remind, { label: t`Remind`, icon: BellIcon, onSelect: () => acts.remind(session) }),
      ...entry(can.extend, {
        label: t`Change deadline`,
        icon: CalendarClockIcon,
        onSelect: () => open('extend', id),
      }),
      ...entry(can.download, {
        label: t`Download signed PDF`,
        icon: DownloadIcon,
        onSelect: () => acts.result(session),
      }),
      { label: t`Download document`, icon: FileDownIcon, onSelect: () => acts.document(session) },
      ...entry(can.again, {
        label: t`Duplicate`,
        icon: CopyPlusIcon,
        onSelect: () => acts.again(session),
      }),
      { label: t`Save as template`, icon: BookmarkIcon, onSelect: () => open('keep', id) },
      ...entry(can.void || can.remove, 'line'),
      ...entry(can.void, {
        label: t`Void`,
        icon: BanIcon,
        danger: true,
        onSelect: () => open('void', id),
      }),
      ...entry(can.remove, {
        label: t`Delete`,
        icon: Trash2Icon,
        danger: true,
        onSelect: () => acts.remove(session),
      }),
    ]
  }
}
