import { useLingui } from '@lingui/react/macro'
import { BookmarkPlusIcon, DownloadIcon, EllipsisIcon, Trash2Icon } from 'lucide-react'
import { useNavigate } from 'react-router'
import { type SigningSession, signingDocumentUrl, useRemoveSigningSession } from '../../../api/signing.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useConfirmAct } from '../../problems/index.ts'
import { SessionDialogs, useOpenDialog } from '../session/index.ts'

type EditorMenuProps = {
  session: SigningSession
  /** Saves first, because a template is created from the server's version. */
  flush: () => Promise<boolean>
}

const LONG = 60

/** Rare actions for a draft. */
export function EditorMenu({ session, flush }: EditorMenuProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const confirm = useConfirmAct()
  const { open } = useOpenDialog()
  const { mutateAsync } = useRemoveSigningSession()
  const title = cutMiddle(session.title, LONG)
  const remove = () =>
    confirm({
      title: t`Discard “${title}”?`,
      body: t`The draft is permanently deleted. No recipient was notified.`,
      act: t`Discard`,
      verb: t`Discarding`,
      run: async () => {
        await mutateAsync(session.id)
        void navigate(paths.signing())
        showToast({ text: t`Draft discarded` })
      },
    })
  const keep = async () => {
    if (await flush()) open('keep', session.id)
  }
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton name={t`More`} icon={EllipsisIcon} />}
        entries={[
          { label: t`Save as template`, icon: BookmarkPlusIcon, onSelect: () => void keep() },
          {
            label: t`Download document`,
            icon: DownloadIcon,
            onSelect: () => startDownload(signingDocumentUrl(session.id)),
          },
          'line',
          { label: t`Discard draft`, icon: Trash2Icon, danger: true, onSelect: remove },
        ]}
      />
      <SessionDialogs sessions={[session]} />
    </>
  )
}
