import type { UserFile } from '../../api/storage.ts'
import type { Sharing } from './share-action.tsx'

type Act = (files: readonly UserFile[]) => void

/** What rows, tiles, the menu, the bar and the keys do; the list knows how. */
export interface FileActions {
  download: Act
  convert: Act
  remove: Act
  restore: Act
  removeForGood: Act
  share: Sharing['share']
  /** Whether it is a PDF, or can become one. */
  canSign: (file: UserFile) => boolean
  /** Null stops. */
  startRename: (id: string | null) => void
  rename: (file: UserFile, name: string) => void
}
