import type { ServerMessage } from '../../../lib/server-text.ts'
import type { SaveAs } from './use-save.tsx'

/** A save that ended well: where the result is, and what it cost. */
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
  /** When a result that is stored nowhere is deleted. */
  expiresAt: string | null
  /** What was lost or replaced, for a person. */
  warnings: readonly ServerMessage[]
}

/** How long the result stays in place of the form. */
export const SHOWN_MS = 10_000

let replaced: Saved | null = null

/** A file that was replaced is opened again: what its saving said is kept for the next editor. */
export const keepSaved = (saved: Saved): void => {
  replaced = saved
}

export const takeSaved = (fileId: string | null): Saved | null =>
  replaced && replaced.fileId === fileId && Date.now() - replaced.at < 2 * SHOWN_MS ? replaced : null
