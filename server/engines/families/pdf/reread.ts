import { PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { EngineFailure } from '../../kernel/engine.ts'
import { arrayAt, dictAt, resolved } from './form/objects.ts'

/**
 * Rebuilds a PDF from its objects, ignoring the cross-reference table, with corrected page counts
 * and without its password. Null if no document is found.
 */
export async function reread(bytes: Uint8Array, password = ''): Promise<Uint8Array | null> {
  try {
    const options = { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY, password }
    const document = await PDFDocument.load(bytes, options)
    const root = dictAt(document.catalog, 'Pages')
    if (!root) return null
    recount(root, new Set())
    // A cross-reference stream would take a number to which a dangling reference may point.
    return await document.save({
      useObjectStreams: false,
      updateFieldAppearances: false,
      addDefaultPage: false,
    })
  } catch (error) {
    if (error instanceof EngineFailure) throw error
    return null
  }
}

const MAX_DEPTH = 200

/** Corrects the /Count values of a page tree. A node that was already visited counts 0. */
function recount(node: PDFDict, seen: Set<PDFDict>, depth = 0): number {
  const kids = arrayAt(node, 'Kids')
  if (!kids) return 1
  if (seen.has(node) || depth > MAX_DEPTH) return 0
  seen.add(node)
  let count = 0
  for (const kid of kids.asArray()) {
    const found = resolved(node.context, kid)
    if (found instanceof PDFDict) count += recount(found, seen, depth + 1)
  }
  node.set(PDFName.of('Count'), PDFNumber.of(count))
  return count
}
