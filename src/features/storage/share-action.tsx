import type { ReactNode } from 'react'
import type { UserFile } from '../../api/storage.ts'

export interface Sharing {
  /** Null while there is nobody to make links. */
  share: ((file: UserFile) => void) | null
  dialog: ReactNode
}

/** The one place where Storage meets Shares. */
export const useSharing = (): Sharing => ({ share: null, dialog: null })
