import { create } from 'zustand'

/** A page that takes the files of the whole window for itself: else they are laid on Convert. */
export interface FileTaker {
  /** What stands over the window while files are held over it. */
  says: (count: number) => string
  take: (files: readonly File[]) => void
}

export const useFileTaker = create<{ taker: FileTaker | null }>(() => ({ taker: null }))

let open: () => void = () => {}
/** Whoever has the file input says how its dialog is opened. */
export const setFileDialog = (next: () => void): void => {
  open = next
}
/** Opens the system's file dialog. */
export const browseFiles = (): void => open()

/** Answers with what gives the window back. */
export function takeFiles(taker: FileTaker): () => void {
  useFileTaker.setState({ taker })
  return () => {
    if (useFileTaker.getState().taker === taker) useFileTaker.setState({ taker: null })
  }
}
