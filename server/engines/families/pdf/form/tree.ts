import { PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef } from '@cantoo/pdf-lib'
import type { FIELD_TYPES } from '../../../../../contract/pdf.ts'
import { arrayAt, at, dictAt, nameAt, numberAt, resolved, textAt } from './objects.ts'
import { annotationsOf, type PageNode, pagesOf } from './pages.ts'

export type FieldType = (typeof FIELD_TYPES)[number]

/** A widget of a field. `owner` is the indirect object that contains its dictionary. */
export interface Place {
  dict: PDFDict
  owner: PDFRef
  /** Its index in the field's `Kids`, including those on no page. */
  kid: number
  /** Page index from 0. */
  page: number
}

/** A terminal field of a form, which has a value. */
export interface Field {
  name: string
  type: FieldType
  /** Its dictionary, followed by its ancestors. */
  chain: readonly PDFDict[]
  dict: PDFDict
  owner: PDFRef
  /** The bits of its flags (`Ff`). */
  flags: number
  places: Place[]
  /** Other fields of the same name; they share its value. */
  twins: Field[]
}

export interface Form {
  document: PDFDocument
  pages: PageNode[]
  acroForm: PDFDict | undefined
  /** The indirect object that contains the AcroForm dictionary. */
  owner: PDFRef | undefined
  fields: Field[]
  /** Root fields on pages that the form doesn't list. */
  strays: PDFRef[]
}

/** Bit positions of `Ff`, counted from 0. */
export const BITS = {
  read_only: 0,
  required: 1,
  no_export: 2,
  multiline: 12,
  password: 13,
  no_toggle_to_off: 14,
  radio: 15,
  button: 16,
  combo: 17,
  editable: 18,
  sorted: 19,
  file_select: 20,
  multi_select: 21,
  no_spell_check: 22,
  no_scroll: 23,
  comb: 24,
  /** For text fields; for radio buttons the same bit is `radios_in_unison`. */
  rich_text: 25,
  commit_on_change: 26,
} as const
export const has = (flags: number, bit: keyof typeof BITS): boolean => (flags & (1 << BITS[bit])) !== 0

/** Limits of depth and number of fields for a valid form. */
const MAX_DEPTH = 100
const MAX_FIELDS = 50_000
const MAX_NAME = 1000

/** Reads a document's form, including damaged trees: cyclic, endless or detached from the root. */
export function readForm(document: PDFDocument): Form {
  const { catalog, context } = document
  const pages = pagesOf(document)
  const placed = widgetsOf(pages)
  const raw = catalog.get(PDFName.of('AcroForm'))
  const acroForm = dictAt(catalog, 'AcroForm')
  const root = context.trailerInfo.Root
  const owner = raw instanceof PDFRef ? raw : root instanceof PDFRef ? root : undefined
  const walk = new Walk(document, placed)
  if (acroForm && owner) walk.kids(acroForm, owner, [], '', 0)
  const strays: PDFRef[] = []
  for (const { dict, ref } of placed.values()) {
    if (walk.seen.has(dict) || !ref) continue
    const top = topOf(dict, ref)
    if (walk.seen.has(top.dict)) continue
    const before = walk.fields.length
    walk.node(top.dict, top.ref, [], '', 0)
    if (walk.fields.length > before) strays.push(top.ref)
  }
  return { document, pages, acroForm, owner, fields: together(walk.fields), strays }
}

/** An inheritable value, from the field or its nearest ancestor. */
export function inherited(chain: readonly PDFDict[], key: string): PDFObject | undefined {
  for (const dict of chain) {
    const found = at(dict, key)
    if (found !== undefined) return found
  }
  return undefined
}

interface Widget {
  dict: PDFDict
  ref: PDFRef | null
  page: number
  pageRef: PDFRef
}

/** The widgets on pages. A widget that no page lists is invisible, whatever its entries. */
function widgetsOf(pages: readonly PageNode[]): Map<PDFDict, Widget> {
  const found = new Map<PDFDict, Widget>()
  for (const [page, node] of pages.entries())
    for (const { dict, ref } of annotationsOf(node))
      if (nameAt(dict, 'Subtype') === 'Widget' && !found.has(dict))
        found.set(dict, { dict, ref, page, pageRef: node.ref })
  return found
}

/** Walks a field tree and visits each node once. */
class Walk {
  readonly fields: Field[] = []
  readonly seen = new Set<PDFDict>()
  readonly #document: PDFDocument
  readonly #placed: ReadonlyMap<PDFDict, Widget>

  constructor(document: PDFDocument, placed: ReadonlyMap<PDFDict, Widget>) {
    this.#document = document
    this.#placed = placed
  }

  /** Visits the children of a dictionary: `Fields` of a form, or `Kids` of a field. */
  kids(dict: PDFDict, owner: PDFRef, chain: readonly PDFDict[], name: string, depth: number): void {
    const list = arrayAt(dict, depth === 0 && chain.length === 0 ? 'Fields' : 'Kids')
    for (const one of list?.asArray() ?? []) {
      const kid = resolved(this.#document.context, one)
      if (kid instanceof PDFDict) this.node(kid, one instanceof PDFRef ? one : owner, chain, name, depth)
    }
  }

  node(dict: PDFDict, owner: PDFRef, above: readonly PDFDict[], prefix: string, depth: number): void {
    if (this.seen.has(dict) || depth > MAX_DEPTH || this.fields.length >= MAX_FIELDS) return
    this.seen.add(dict)
    const own = textAt(dict, 'T')
    const name = own === undefined || own === '' ? prefix : prefix === '' ? own : `${prefix}.${own}`
    const chain = [dict, ...above]
    const below = arrayAt(dict, 'Kids')?.asArray() ?? []
    const widgets: Omit<Place, 'page'>[] = []
    let parent = false
    for (const [nth, one] of below.entries()) {
      const kid = resolved(this.#document.context, one)
      if (!(kid instanceof PDFDict)) continue
      const kidOwner = one instanceof PDFRef ? one : owner
      if (at(kid, 'T') === undefined && at(kid, 'Kids') === undefined)
        widgets.push({ dict: kid, owner: kidOwner, kid: nth })
      else {
        parent = true
        this.node(kid, kidOwner, chain, name, depth + 1)
      }
    }
    if (parent && widgets.length === 0) return
    for (const widget of widgets) this.seen.add(widget.dict)
    const type = typeOf(chain)
    if (!type || name === '' || name.length > MAX_NAME) return
    const seenAt = widgets.length > 0 ? widgets : [{ dict, owner, kid: 0 }]
    this.fields.push({
      name,
      type,
      chain,
      dict,
      owner,
      flags: flagsOf(chain),
      places: seenAt.flatMap((one) => {
        const widget = this.#placed.get(one.dict)
        return widget ? [{ ...one, page: widget.page }] : []
      }),
      twins: [],
    })
  }
}

function flagsOf(chain: readonly PDFDict[]): number {
  for (const dict of chain) {
    const flags = numberAt(dict, 'Ff')
    if (flags !== undefined) return Math.trunc(flags)
  }
  return 0
}

function typeOf(chain: readonly PDFDict[]): FieldType | undefined {
  const kind = chain.map((dict) => nameAt(dict, 'FT')).find((one) => one !== undefined)
  const flags = flagsOf(chain)
  if (kind === 'Tx') return 'text'
  if (kind === 'Ch') return has(flags, 'combo') ? 'choice' : 'list'
  if (kind === 'Sig') return 'signature'
  if (kind !== 'Btn') return undefined
  return has(flags, 'button') ? 'button' : has(flags, 'radio') ? 'radio' : 'checkbox'
}

/** The topmost ancestor of a widget. */
function topOf(widget: PDFDict, ref: PDFRef): { dict: PDFDict; ref: PDFRef } {
  let top = { dict: widget, ref }
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const above = top.dict.get(PDFName.of('Parent'))
    const found = resolved(top.dict.context, above)
    if (!(above instanceof PDFRef) || !(found instanceof PDFDict)) break
    top = { dict: found, ref: above }
  }
  return top
}

/** Merges fields of the same name and type, which represent one field. */
function together(fields: readonly Field[]): Field[] {
  const byName = new Map<string, Field>()
  const result: Field[] = []
  for (const field of fields) {
    const key = `${field.type} ${field.name}`
    const first = byName.get(key)
    if (first) first.twins.push(field)
    else {
      byName.set(key, field)
      result.push(field)
    }
  }
  return result
}

/** All widgets of a field and its twins. */
export const placesOf = (field: Field): Place[] => [
  ...field.places,
  ...field.twins.flatMap(({ places }) => places),
]
