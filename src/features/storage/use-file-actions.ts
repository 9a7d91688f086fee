import { useEffect, useMemo, useRef } from 'react'
import { useCatalog } from '../../api/convert.ts'
import type { UserFile } from '../../api/storage.ts'
import { canSign } from '../convert/conversion/index.ts'
import type { FileActions } from './file-actions.ts'
import type { Sharing } from './share-action.tsx'
import { useStorageActions } from './use-storage-actions.ts'

type ListActions = {
  share: Sharing['share']
  onConvert: (files: readonly UserFile[]) => void
  onRename: (id: string | null) => void
  /** Called when the selected files are being removed. */
  onGone: () => void
}

/** A list's actions. Stable functions, so that unchanged rows do not render. */
export function useFileActions(actions: ListActions): FileActions {
  const { share } = actions
  const { catalog } = useCatalog()
  const now = { ...useStorageActions(), ...actions }
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  return useMemo(
    () => ({
      download: (files) => void latest.current.download(files),
      convert: (files) => latest.current.onConvert(files),
      remove: (files) => void latest.current.remove(files, latest.current.onGone),
      restore: (files) => void latest.current.restore(files, latest.current.onGone),
      removeForGood: (files) => latest.current.removeForGood(files, latest.current.onGone),
      rename: (file, name) => void latest.current.rename(file, name),
      startRename: (id) => latest.current.onRename(id),
      share,
      canSign: (file) => canSign(catalog, file),
    }),
    [share, catalog],
  )
}
