import { type ReactNode, useState } from 'react'
import type { UserFile } from '../../api/storage.ts'
import { ShareDialog } from '../shares/manage/index.ts'

export interface Sharing {
  share: (file: UserFile) => void
  dialog: ReactNode
}

/** The one place where Storage meets Shares. */
export function useSharing(): Sharing {
  const [file, setFile] = useState<UserFile | null>(null)
  return {
    // The setter is the same at each render: rows that are given it stand still.
    share: setFile,
    dialog: file && (
      <ShareDialog target={{ fileId: file.id }} name={file.file_name} open onClose={() => setFile(null)} />
    ),
  }
}
