import { lazy, Suspense } from 'react'
import type { Share } from '../../../api/shares.ts'
import { useOpenDialog } from './use-open-dialog.ts'

const EditDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditDialog }))
const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))
const ChooseFile = lazy(async () => ({ default: (await import('./choose-file.tsx')).ChooseFile }))

/** The dialog that the URL opens, for one of these links or for a new one. */
export function ShareDialogs({ shares }: { shares: readonly Share[] }) {
  const { kind, id, close } = useOpenDialog()
  const share = shares.find(({ link_id }) => link_id === id)
  return (
    <Suspense>
      {kind === 'new' && <ChooseFile onClose={close} />}
      {share && kind === 'edit' && <EditDialog share={share} onClose={close} />}
      {share && kind === 'link' && <LinkDialog share={share} onClose={close} />}
    </Suspense>
  )
}
