import type { ServerMessage } from '../../../lib/server-text.ts'
import type { SaveAs } from './use-save.tsx'

/** A successful save: its result and its price. */
export interface Saved {
  as: SaveAs
  /** In milliseconds. */
  at: number
  conversionId: string
  fileId: string | null
  sessionId: string | null
  name: string
  /** Downloads the result. */
  url: string | null
  /** In bytes. */
  size: number | null
  /** In credits. */
  charged: number
  /** When a result that is not in storage is deleted. */
  expiresAt: string | null
  /** What was lost or replaced, as messages. */
  warnings: readonly ServerMessage[]
}

/** How long the result replaces the form. */
export const SHOWN_MS = 10_000

let replaced: Saved | null = null

/** A replaced file is opened again: passes the result of saving to the new editor. */
export const keepSaved = (saved: Saved): void => {
  replaced = saved
}

export const takeSaved = (fileId: string | null): Saved | null =>
  replaced && replaced.fileId === fileId && Date.now() - replaced.at < 2 * SHOWN_MS ? replaced : null
