import type { FormatRow } from '../formats.ts'

/** Labels as people write the names. The first MIME type and the first extension are those of our own results. */
export const FONTS: FormatRow[] = []
