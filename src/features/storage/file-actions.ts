import type { UserFile } from '../../api/storage.ts'
import type { Sharing } from './share-action.tsx'

type Act = (files: readonly UserFile[]) => void

/** The actions shared by rows, tiles, the menu, the bulk bar and shortcuts. */
export interface FileActions {
  download: Act
  convert: Act
  remove: Act
  restore: Act
  removeForGood: Act
  share: Sharing['share']
  /** Whether it is a PDF, or can be converted to one. */
  canSign: (file: UserFile) => boolean
  /** Null ends renaming. */
  startRename: (id: string | null) => void
  rename: (file: UserFile, name: string) => void
}
