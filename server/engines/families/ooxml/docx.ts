import { posix } from 'node:path'
import type { OfficeReader, Scope } from './office-reader.ts'
import { headersAndFooters } from './word-headers.ts'
import { withList } from './word-markup.ts'
import { WordNumbering } from './word-numbering.ts'
import { WordRewriter } from './word-rewriter.ts'
import { rewriteStyles, titleLength } from './word-styles.ts'
import type { XmlElement } from './xml.ts'
import { escapeXml, writeXml } from './xml-text.ts'
import { childrenOf, countOf, element } from './xml-tree.ts'

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The rewritten parts of a Word document for pandoc, by name. */
export function rewriteDocx(reader: OfficeReader, main: string, target: string): Record<string, Uint8Array> {
  const { source } = reader
  const scope = reader.scope(main)
  const root = source.part(main) ?? element('w:document')
  const folder = posix.dirname(main)
  const within = (name: string) => posix.join(folder, name)
  const parts: Record<string, Uint8Array> = {}
  countChanges(root, scope)
  const styles = source.part(within('styles.xml'))
  const { headers, footers } = headersAndFooters(root, scope)
  const lists = source.part(within('numbering.xml'))
  const rewriter = new WordRewriter(scope, new WordNumbering(root, lists, styles))
  const children = childrenOf(root).map((child) => {
    if (child.name !== 'w:body') return child
    const blocks = childrenOf(child)
    const title = titleLength(blocks, styles)
    const [first, rest] = [blocks.slice(0, title), blocks.slice(title)]
    const written = [...rewriter.blocks(first), ...headers, ...rewriter.blocks(rest), ...footers]
    return { ...child, children: written }
  })
  parts[main] = writeXml({ ...root, children })
  for (const { type, target } of scope.relations.values()) {
    if (type !== 'footnotes' && type !== 'endnotes') continue
    const notes = source.part(target)
    if (notes) parts[target] = writeXml(rewriteNotes(notes, reader.scope(target)))
  }
  parts[within('styles.xml')] = writeXml(rewriteStyles(styles, target))
  parts[within('numbering.xml')] = writeXml(withList(lists))
  parts[within(`_rels/${posix.basename(main)}.rels`)] = relationsPart(scope, folder)
  return parts
}

function rewriteNotes(notes: XmlElement, scope: Scope): XmlElement {
  const rewriter = new WordRewriter(scope)
  return {
    ...notes,
    children: childrenOf(notes).map((note) => ({ ...note, children: rewriter.blocks(note.children) })),
  }
}

function countChanges(root: XmlElement, { reader, relations }: Scope): void {
  reader.losses.add('changes', countOf(root, 'w:ins', 'w:del', 'w:moveTo'))
  for (const { type, target } of relations.values()) {
    if (type !== 'comments') continue
    reader.losses.add('comments', countOf(reader.source.optionalPart(target) ?? undefined, 'w:comment'))
  }
}

/** The relationships of the document, with those of headers, footers and added parts. */
function relationsPart({ relations }: Scope, folder: string): Uint8Array {
  const all = [...relations].map(([id, { type, target, external }]) => ({
    id,
    type,
    target: external ? target : posix.relative(folder, target),
    external,
  }))
  for (const type of ['styles', 'numbering']) {
    if (all.some((relation) => relation.type === type)) continue
    all.push({ id: `filewright-${type}`, type, target: `${type}.xml`, external: false })
  }
  const written = all.map(
    ({ id, type, target, external }) =>
      `<Relationship Id="${escapeXml(id)}" Type="${RELATIONS}/${escapeXml(type)}" Target="${escapeXml(target)}"${external ? ' TargetMode="External"' : ''}/>`,
  )
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${written.join('')}</Relationships>`,
  )
}
