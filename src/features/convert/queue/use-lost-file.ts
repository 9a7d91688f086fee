import { useLingui } from '@lingui/react/macro'
import { showToast } from '../../../ui/toaster.tsx'
import { type ConvertFile, changeSoon } from './files.ts'

/** Restores the bytes of a file. */
export function useLostFile(lost: ConvertFile | undefined) {
  const { t } = useLingui()
  async function supply(file: File): Promise<void> {
    if (!lost) return
    const { supplyFile } = await import('./add-files.ts')
    await supplyFile(lost, file)
  }
  return {
    supply,
    /** By its handle, for which the browser asks for permission. */
    reopen: async (): Promise<void> => {
      const handle = lost?.missing?.handle
      if (!lost || !handle) return
      try {
        if ((await allow(handle)) !== 'granted') return
        await supply(await handle.getFile())
      } catch {
        const { name } = lost
        showToast({ kind: 'error', text: t`${name} was moved or deleted. Choose it again.` })
        changeSoon(lost.id, { missing: { handle: null } })
      }
    },
  }
}

type Asking = FileSystemFileHandle & {
  requestPermission?: (what: { mode: 'read' }) => Promise<PermissionState>
}

const allow = (handle: Asking): Promise<PermissionState> =>
  handle.requestPermission?.({ mode: 'read' }) ?? Promise.resolve('granted')
