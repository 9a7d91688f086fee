import { useEffect } from 'react'
import { create } from 'zustand'
import { useLatest } from '../lib/use-latest.ts'

/** A page or dialog that receives the window's files instead of Convert. */
export interface FileTaker {
  /** What a drop does: "Drop to upload 7 files". */
  hint: (count: number) => string
  onFiles: (files: readonly File[]) => void
}

const useTakers = create<{ takers: readonly FileTaker[] }>(() => ({ takers: [] }))

/** Null: Convert receives the window's files. */
export const useFileTaker = (): FileTaker | null => useTakers(({ takers }) => takers.at(-1) ?? null)

/**
 * Receives the window's files while the component is mounted. The component that was mounted last
 * receives them.
 */
export function useWindowFiles(taker: FileTaker, enabled = true): void {
  const latest = useLatest(taker)
  useEffect(() => {
    if (!enabled) return
    const own: FileTaker = {
      hint: (count) => latest.current.hint(count),
      onFiles: (files) => latest.current.onFiles(files),
    }
    useTakers.setState(({ takers }) => ({ takers: [...takers, own] }))
    return () => useTakers.setState(({ takers }) => ({ takers: takers.filter((one) => one !== own) }))
  }, [enabled])
}

let open: () => void = () => {}
/** Connects `browseFiles` to the window's file input. */
export const setFileDialog = (next: () => void): void => {
  open = next
}
/** Opens the system's file dialog. */
export const browseFiles = (): void => open()
