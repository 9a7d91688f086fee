import { PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { EngineFailure } from '../../kernel/engine.ts'
import { arrayAt, dictAt, resolved } from './form/objects.ts'

/**
 * A PDF put together anew from the objects that stand in it, whatever its table says of them, with
 * pages counted as they are and without its password. Null where no document can be found.
 */
export async function reread(bytes: Uint8Array, password = ''): Promise<Uint8Array | null> {
  try {
    const options = { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY, password }
    const document = await PDFDocument.load(bytes, options)
    const root = dictAt(document.catalog, 'Pages')
    if (!root) return null
    recount(root, new Set())
    // A stream of references would be an object more, under a number to which something that is
    // missing may be referred.
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

/**
 * Corrects what the nodes of a tree of pages say of how many there are. A node that was met before
 * has none.
 */
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
