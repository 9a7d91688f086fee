import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { arrayAt, at, dictAt, resolved } from '../form/objects.ts'
import type { PageNode } from '../form/pages.ts'
import { streamOf, unpacked } from '../form/streams.ts'
import type { Changes } from '../save/changes.ts'
import { leftState } from './content-state.ts'

const n = PDFName.of
const MAX_DEPTH = 200
/** Longer content is assumed to be balanced. */
const MAX_CONTENT = 20_000_000

/** Content drawn on top of a page. */
export class PageLayer {
  readonly #page: PageNode
  readonly #drawn = new Map<string, PDFRef>()
  readonly #taken: ReadonlySet<string>
  #operators = ''

  constructor(page: PageNode) {
    this.#page = page
    const resources = resourcesOf(page.dict)
    const own = resources && dictAt(resources, 'XObject')
    this.#taken = new Set(own?.keys().map((key) => key.decodeText()))
  }

  /** Draws a form XObject or an image with the matrix `place`. */
  draw(object: PDFRef, place: string): void {
    let number = this.#drawn.size + 1
    while (this.#taken.has(`FwSeal${number}`) || this.#drawn.has(`FwSeal${number}`)) number++
    this.#drawn.set(`FwSeal${number}`, object)
    this.#operators += `q ${place} cm /FwSeal${number} Do Q\n`
  }

  /** Appends everything to the page content, independent of the graphics state that it leaves. */
  write(changes: Changes): void {
    if (this.#drawn.size === 0) return
    const { dict, ref } = this.#page
    const { context } = dict
    const contents = contentsOf(dict)
    const { below, open } = leftState(decoded(contents.map((one) => resolved(context, one))))
    const stream = (operators: string) => context.register(streamOf(context, operators))
    const before = stream('q\n'.repeat(1 + below))
    const after = stream(`\n${'Q\n'.repeat(1 + open)}${this.#operators}`)
    dict.set(n('Contents'), context.obj([before, ...contents, after]))
    // Copies the resources, which other pages may share.
    const resources = copied(resourcesOf(dict), dict)
    const objects = copied(dictAt(resources, 'XObject'), dict)
    for (const [name, object] of this.#drawn) objects.set(n(name), object)
    resources.set(n('XObject'), objects)
    dict.set(n('Resources'), resources)
    changes.touch(ref)
  }
}

/** The content streams of a page, by reference. */
function contentsOf(dict: PDFDict): PDFObject[] {
  const raw = dict.get(n('Contents'))
  const found = at(dict, 'Contents')
  if (found instanceof PDFArray) return found.asArray().filter((one) => one instanceof PDFRef)
  return found instanceof PDFRawStream && raw instanceof PDFRef ? [raw] : []
}

function decoded(streams: readonly (PDFObject | undefined)[]): string {
  const parts = streams.map((stream) => {
    const bytes = stream instanceof PDFRawStream ? unpacked(stream, MAX_CONTENT) : null
    return bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1') : ''
  })
  return parts.join('\n')
}

/** The resources of a page, possibly inherited. */
function resourcesOf(page: PDFDict): PDFDict | undefined {
  let dict: PDFDict | undefined = page
  for (let depth = 0; dict && depth < MAX_DEPTH; depth++) {
    const found = dictAt(dict, 'Resources')
    if (found) return found
    const above: PDFObject | undefined = at(dict, 'Parent')
    dict = above instanceof PDFDict ? above : undefined
  }
  return undefined
}

function copied(from: PDFDict | undefined, { context }: PDFDict): PDFDict {
  const copy = context.obj({})
  for (const [name, value] of from?.entries() ?? []) copy.set(name, value)
  return copy
}

/** Replaces a page's annotations with a filtered copy of the list. */
export function setAnnotations({ dict, ref }: PageNode, keep: (one: PDFObject) => boolean, changes: Changes) {
  const before = arrayAt(dict, 'Annots')?.asArray() ?? []
  const after = before.filter(keep)
  if (after.length === before.length) return
  if (after.length === 0) dict.delete(n('Annots'))
  else dict.set(n('Annots'), dict.context.obj(after))
  changes.touch(ref)
}
