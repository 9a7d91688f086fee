import { create } from 'zustand'

/** A page that takes the files of the whole window for itself: else they are laid on Convert. */
export interface FileTaker {
  /** What stands over the window while files are held over it. */
  says: (count: number) => string
  take: (files: readonly File[]) => void
}

export const useFileTaker = create<{ taker: FileTaker | null }>(() => ({ taker: null }))
