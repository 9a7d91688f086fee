import { PDFArray, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { arrayAt, at, dictAt, resolved } from '../form/objects.ts'
import type { PageNode } from '../form/pages.ts'
import { streamOf, unpacked } from '../form/streams.ts'
import type { Changes } from '../save/changes.ts'
import { leftState } from './content-state.ts'

const n = PDFName.of
const MAX_DEPTH = 200
/** What is longer than this is taken to be in order. */
const MAX_CONTENT = 20_000_000

/** What is drawn over all that a page has of its own. */
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

  /** Draws a form or an image, by the matrix `place`. */
  draw(object: PDFRef, place: string): void {
    let number = this.#drawn.size + 1
    while (this.#taken.has(`FwSeal${number}`) || this.#drawn.has(`FwSeal${number}`)) number++
    this.#drawn.set(`FwSeal${number}`, object)
    this.#operators += `q ${place} cm /FwSeal${number} Do Q\n`
  }

  /** Writes it all behind what the page draws, whatever state that leaves. */
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
    // What a page draws with may be shared with other pages, so this one has its own list from now
    // on.
    const resources = copied(resourcesOf(dict), dict)
    const objects = copied(dictAt(resources, 'XObject'), dict)
    for (const [name, object] of this.#drawn) objects.set(n(name), object)
    resources.set(n('XObject'), objects)
    dict.set(n('Resources'), resources)
    changes.touch(ref)
  }
}

/** The streams of a page's operators, by their references. */
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

/** What a page draws with, which those above it may say for it. */
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

/** A page's annotations from now on, in a list of its own. */
export function setAnnotations({ dict, ref }: PageNode, keep: (one: PDFObject) => boolean, changes: Changes) {
  const before = arrayAt(dict, 'Annots')?.asArray() ?? []
  const after = before.filter(keep)
  if (after.length === before.length) return
  if (after.length === 0) dict.delete(n('Annots'))
  else dict.set(n('Annots'), dict.context.obj(after))
  changes.touch(ref)
}
