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

/** Whoever took it last has the window; its end gives it back to the one before. Answers with that end. */
export function takeFiles(taker: FileTaker): () => void {
  takers = [...takers, taker]
  useFileTaker.setState({ taker })
  return () => {
    takers = takers.filter((one) => one !== taker)
    useFileTaker.setState({ taker: takers.at(-1) ?? null })
  }
}
let takers: readonly FileTaker[] = []
