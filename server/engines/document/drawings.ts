import { strFromU8, unzipSync } from 'fflate'

/** Where a format keeps its content, and what in it pandoc reads nothing of. */
const DRAWINGS: Readonly<Record<string, { part: RegExp; mark: RegExp }>> = {
  docx: {
    part: /^word\/document\d*\.xml$/,
    mark: /<(w:drawing|w:pict|w:object|v:shape|mc:AlternateContent)\b/,
  },
  odt: { part: /^content\.xml$/, mark: /<draw:/ },
  pptx: { part: /^ppt\/slides\/[^/]+\.xml$/, mark: /<p:(graphicFrame|pic|sp|cxnSp)\b/ },
  xlsx: { part: /^xl\/(drawings|charts)\/[^/]+\.xml$/, mark: /</ },
}

/** Whether an office document of which nothing was read holds charts, drawings or text boxes. */
export function holdsDrawings(bytes: Uint8Array, format: string): boolean {
  const known = DRAWINGS[format]
  if (!known) return false
  try {
    const parts = unzipSync(bytes, { filter: ({ name }) => known.part.test(name) })
    return Object.values(parts).some((part) => known.mark.test(strFromU8(part)))
  } catch {
    return false
  }
}
