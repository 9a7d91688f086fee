import { useLingui } from '@lingui/react/macro'
import {
  EllipsisIcon,
  FolderOpenIcon,
  HardDriveIcon,
  PencilIcon,
  PlusIcon,
  PowerIcon,
  SmartphoneIcon,
} from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isOpenScan, type ScanSession, useScanSession } from '../../../api/scan.ts'
import { useEndScan } from '../../../api/scan-changes.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { paths } from '../../../paths.ts'
import { browseFiles } from '../../../stores/file-taker.ts'
import { Button } from '../../../ui/button.tsx'
import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useConfirmAct } from '../../problems/index.ts'
import { useAddPages } from './add/use-add-pages.ts'
import { StoredPhotos } from './add/ways-in.tsx'
import { usePairing } from './pairing/pairing-store.ts'
import { PhoneCount } from './pairing/phones.tsx'
import type { RenameDialogProps } from './rename-dialog.tsx'

const RENAME = deferred<RenameDialogProps>(async () => (await import('./rename-dialog.tsx')).RenameDialog)

/** Next to the page's title: the session's title, and whether a phone is connected. */
export function DeskNote({ session_id }: { session_id: string }) {
  const { data: session } = useScanSession(session_id)
  if (!session) return null
  return (
    <span className="flex min-w-0 items-center gap-4">
      {session.title && (
        <span className="min-w-0 truncate" title={session.title} dir="auto">
          {session.title}
        </span>
      )}
      <PhoneCount phones={session.phones} />
    </span>
  )
}

/** In the page header: adding pages, and ending the session. On phones they are at the bottom. */
export function DeskActions({ session_id }: { session_id: string }) {
  const { data: session } = useScanSession(session_id)
  const isRoomy = useMedia('(min-width: 48rem)')
  return session && isOpenScan(session) && isRoomy ? <SessionActions session={session} isRoomy /> : null
}

export function SessionActions({ session, isRoomy = false }: { session: ScanSession; isRoomy?: boolean }) {
  const { t } = useLingui()
  const { session_id } = session
  const { addStored } = useAddPages(session_id)
  const end = useEnd()
  const pairing = usePairing(session_id)
  const [isPicking, setPicking] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const stopNaming = () => setNaming(false)
  const Rename = useDeferredDialog(RENAME, isNaming, stopNaming)
  const hash = pairing && new URL(pairing.pairing_url).hash
  return (
    <>
      <Menu
        align={isRoomy ? 'end' : 'start'}
        side={isRoomy ? 'bottom' : 'top'}
        trigger={
          isRoomy ? (
            <Button variant="ghost" size={28} icon={PlusIcon}>
              {t`Add pages`}
            </Button>
          ) : (
            <IconButton name={t`Add pages`} icon={PlusIcon} size={36} framed />
          )
        }
        entries={[
          { label: t`Choose files`, icon: FolderOpenIcon, onSelect: browseFiles },
          { label: t`From Storage`, icon: HardDriveIcon, onSelect: () => setPicking(true) },
        ]}
      />
      {isRoomy && (
        <Button size={28} onClick={() => end(session)}>
          {t`End session`}
        </Button>
      )}
      <Menu
        align={isRoomy ? 'end' : 'start'}
        side={isRoomy ? 'bottom' : 'top'}
        trigger={
          <IconButton
            name={t`More for this session`}
            icon={EllipsisIcon}
            size={isRoomy ? 28 : 36}
            framed={!isRoomy}
          />
        }
        entries={[
          { label: t`Rename session`, icon: PencilIcon, onSelect: () => setNaming(true) },
          ...(hash
            ? [
                {
                  label: t`Use this device as scanner`,
                  icon: SmartphoneIcon,
                  // biome-ignore lint/a11y/useAnchorContent: the menu writes the label into it
                  render: <a href={`/s${hash}`} />,
                },
              ]
            : []),
          ...(isRoomy
            ? []
            : [{ label: t`End session`, icon: PowerIcon, danger: true, onSelect: () => end(session) }]),
        ]}
      />
      <StoredPhotos open={isPicking} onClose={() => setPicking(false)} onStored={addStored} />
      {Rename && <Rename session={session} open={isNaming} onClose={stopNaming} />}
    </>
  )
}

/** Asks for confirmation, and names what is deleted. */
function useEnd() {
  const { t } = useLingui()
  const confirm = useConfirmAct()
  const navigate = useNavigate()
  const { mutateAsync: endScan } = useEndScan()
  return ({ session_id, title, pages, conversion_id }: ScanSession) =>
    confirm({
      title: title ? t`End session ${title}?` : t`End this scan session?`,
      body:
        pages.length === 0
          ? t`This disconnects all phones. There are no photos to delete.`
          : conversion_id === null
            ? t`No PDF was created. This deletes all page photos and disconnects phones.`
            : t`This deletes all page photos and disconnects phones. PDFs you created stay.`,
      keep: t`Keep session`,
      act: t`End session`,
      verb: t`Ending session`,
      run: async () => {
        await endScan(session_id)
        void navigate(paths.scan())
        showToast({ text: t`Session ended` })
      },
    })
}
