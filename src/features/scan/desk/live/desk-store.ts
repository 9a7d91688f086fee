import { create } from 'zustand'
import type { ScanPageSettings } from '../../../../api/scan.ts'

/** A corner that was moved on a phone. */
export interface MovedCorner {
  corner: number
  phoneId: string
}

interface Desk {
  /** Settings that are being saved, by page. They are shown instead of the server's. */
  drafts: Readonly<Record<string, ScanPageSettings>>
  /** The previous settings of each page, newest last, by any device. */
  past: Readonly<Record<string, readonly ScanPageSettings[]>>
  /** Shown for a few seconds. */
  moved: Readonly<Record<string, MovedCorner>>
  /** Pages that arrived within the last two seconds. */
  arrived: Readonly<Record<string, true>>
}

const EMPTY: Desk = { drafts: {}, past: {}, moved: {}, arrived: {} }

/** The desk's state of pages in addition to the server's. In memory only. */
export const useDesk = create<Desk>(() => EMPTY)

/** For account switches and tests. */
export const forgetDesk = (): void => useDesk.setState(EMPTY)

const MOST_PAST = 50
const MOVED_MS = 4000
const ARRIVED_MS = 2000

function without<T>(record: Readonly<Record<string, T>>, id: string): Record<string, T> {
  const { [id]: _, ...rest } = record
  return rest
}

export const setDraft = (id: string, settings: ScanPageSettings): void =>
  useDesk.setState(({ drafts }) => ({ drafts: { ...drafts, [id]: settings } }))

export const dropDraft = (id: string): void =>
  useDesk.setState(({ drafts }) => ({ drafts: without(drafts, id) }))

export const pushPast = (id: string, settings: ScanPageSettings): void =>
  useDesk.setState(({ past }) => ({
    past: { ...past, [id]: [...(past[id] ?? []), settings].slice(-MOST_PAST) },
  }))

/** Removes and returns the settings before the last change. */
export function popPast(id: string): ScanPageSettings | undefined {
  const steps = useDesk.getState().past[id] ?? []
  useDesk.setState(({ past }) => ({ past: { ...past, [id]: steps.slice(0, -1) } }))
  return steps.at(-1)
}

export function noteMoved(id: string, moved: MovedCorner): void {
  useDesk.setState((desk) => ({ moved: { ...desk.moved, [id]: moved } }))
  setTimeout(() => {
    if (useDesk.getState().moved[id] === moved)
      useDesk.setState((desk) => ({ moved: without(desk.moved, id) }))
  }, MOVED_MS)
}

export function noteArrived(id: string): void {
  useDesk.setState(({ arrived }) => ({ arrived: { ...arrived, [id]: true } }))
  setTimeout(() => useDesk.setState(({ arrived }) => ({ arrived: without(arrived, id) })), ARRIVED_MS)
}
