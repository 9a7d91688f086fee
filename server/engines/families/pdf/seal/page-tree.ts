import { PDFDict, type PDFDocument, PDFName, PDFNumber, PDFRef } from '@cantoo/pdf-lib'
import { arrayAt, dictAt, nameAt, resolved } from '../form/objects.ts'
import { type PageNode, pagesOf } from '../form/pages.ts'
import type { Changes } from '../save/changes.ts'

const n = PDFName.of
const MAX_DEPTH = 200

/** The pages as separate objects: writing on a page that occurs twice would show in both places. */
export function ownPages(document: PDFDocument, changes: Changes): PageNode[] {
  const pages = pagesOf(document)
  if (new Set(pages.map(({ ref }) => ref)).size === pages.length) return pages
  const root = dictAt(document.catalog, 'Pages')
  const seen = new Set<PDFDict>()
  const walk = (node: PDFDict, ref: PDFRef | undefined, depth: number): void => {
    if (seen.has(node) || depth > MAX_DEPTH) return
    seen.add(node)
    const kids = arrayAt(node, 'Kids')?.asArray() ?? []
    let copied = false
    const own = kids.map((kid) => {
      const found = resolved(document.context, kid)
      if (!(kid instanceof PDFRef && found instanceof PDFDict)) return kid
      if (arrayAt(found, 'Kids')) walk(found, kid, depth + 1)
      else if (seen.has(found) && nameAt(found, 'Type') !== 'Pages') {
        copied = true
        return document.context.register(found.clone(document.context))
      } else seen.add(found)
      return kid
    })
    if (!copied) return
    node.set(n('Kids'), document.context.obj(own))
    if (ref) changes.touch(ref)
    else changes.touchCatalog()
  }
  const raw = document.catalog.get(n('Pages'))
  if (root) walk(root, raw instanceof PDFRef ? raw : undefined, 0)
  return pagesOf(document)
}

/** Appends pages. */
export function addPages(document: PDFDocument, pages: readonly PDFDict[], changes: Changes): void {
  const root = dictAt(document.catalog, 'Pages')
  const raw = document.catalog.get(n('Pages'))
  if (!root || pages.length === 0) return
  const count = pagesOf(document).length
  const added = pages.map((page) => {
    if (raw instanceof PDFRef) page.set(n('Parent'), raw)
    return document.context.register(page)
  })
  root.set(n('Kids'), document.context.obj([...(arrayAt(root, 'Kids')?.asArray() ?? []), ...added]))
  root.set(n('Count'), PDFNumber.of(count + pages.length))
  if (raw instanceof PDFRef) changes.touch(raw)
  else changes.touchCatalog()
}
