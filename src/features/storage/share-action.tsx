import { type ReactNode, useState } from 'react'
import type { UserFile } from '../../api/storage.ts'
import { ShareDialog } from '../shares/manage/index.ts'

export interface Sharing {
  share: (file: UserFile) => void
  dialog: ReactNode
}

/** The only connection between Storage and Shares. */
export function useSharing(): Sharing {
  const [file, setFile] = useState<UserFile | null>(null)
  return {
    // The setter is stable, so that memoized rows do not render.
    share: setFile,
    dialog: file && (
      <ShareDialog target={{ fileId: file.id }} name={file.file_name} open onClose={() => setFile(null)} />
    ),
  }
}
