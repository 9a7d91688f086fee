import { addAnchors, MOST_ANCHORS } from './anchors.ts'
import type { StoredBook } from './book.ts'
import { contentsRows } from './contents.ts'
import { damagedBook } from './failures.ts'
import { type IndexEntry, readIndex } from './index-table.ts'
import type { BookParts, Entry } from './parts.ts'

/** For a skeleton: offset and length. For a contents entry: fragment and offset in it. */
const POSITION = 6
const FRAGMENTS = 1

/** A page during assembly. */
interface Page {
  text: string
  /** The offset of its skeleton in the whole text. */
  start: number
}
interface Fragment {
  page: number
  /** Its offset in the page. */
  at: number
}

/**
 * The markup of KF8: page skeletons, fragments to insert into them, and more flows (style sheets).
 * Links name a fragment and an offset in it (`kindle:pos:fid:0001:off:0000000000`).
 */
export function readKf8(book: StoredBook): BookParts {
  const { header, record } = book
  const flows = readFlows(book)
  const { pages, fragments } = assemble(book, flows[0] ?? Buffer.alloc(0))
  const contents =
    header.contents === null ? [] : contentsOf(readIndex(header.contents, record, header.encoding))
  const links = pages.flatMap(({ text }) => [
    ...text.matchAll(/kindle:pos:fid:([0-9a-v]{1,6}):off:([0-9a-v]{1,10})/gi),
  ])
  const anchors = [
    ...contents.map(({ anchor }) => anchor),
    ...links.map(([, fid = '', off = '']) => nameOf(fid, off)),
  ]
  const places = pages.map(() => new Map<number, string>())
  for (const name of new Set(anchors.slice(0, MOST_ANCHORS))) {
    const [, fid, off] = name.split('-').map(Number)
    const fragment = fragments[fid ?? -1]
    if (fragment) setFree(places[fragment.page], fragment.at + (off ?? 0), name)
  }
  const decoder = new TextDecoder(header.encoding)
  const decode = (text: string) => decoder.decode(Buffer.from(text, 'latin1'))
  return {
    pages: pages.map(({ text }, index) => bodyOf(decode(addAnchors(text, places[index] ?? new Map())))),
    contents,
    styles: flows
      .slice(1)
      .map((flow) => decoder.decode(flow))
      .filter((flow) => !/^\s*<|^\s*<\?xml/.test(flow)),
    image: ({ src = '', 'xlink:href': link = '' }) => imageNumber(src || link),
    anchor: ({ href = '' }) => {
      const found = /^kindle:pos:fid:([0-9a-v]{1,6}):off:([0-9a-v]{1,10})/i.exec(href)
      return found ? nameOf(found[1] ?? '', found[2] ?? '') : null
    },
  }
}

/** Moves a second anchor at the same position to the next free one; both belong to the same tag. */
function setFree(places: Map<number, string> | undefined, place: number, name: string): void {
  let free = place
  while (places?.has(free)) free += 1
  places?.set(free, name)
}

const nameOf = (fid: string, off: string) => `pos-${Number.parseInt(fid, 32)}-${Number.parseInt(off, 32)}`

function imageNumber(address: string): number | null {
  const found = /^kindle:embed:([0-9a-v]{1,6})/i.exec(address)?.[1]
  return found === undefined ? null : Number.parseInt(found, 32) - 1
}

/** The flows of the book by their table: the pages first, then style sheets and drawings. */
function readFlows({ header, record, text }: StoredBook): Buffer[] {
  if (header.flows === null) return [text]
  const table = record(header.flows)
  if (table.length < 12 || table.toString('latin1', 0, 4) !== 'FDST') return [text]
  const count = Math.min(table.readUInt32BE(8), Math.floor((table.length - 12) / 8), 1000)
  return Array.from({ length: count }, (_, index) =>
    text.subarray(table.readUInt32BE(12 + 8 * index), table.readUInt32BE(16 + 8 * index)),
  )
}

function assemble({ header, record }: StoredBook, flow: Buffer): { pages: Page[]; fragments: Fragment[] } {
  const raw = flow.toString('latin1')
  if (header.skeletons === null) return { pages: [{ text: raw, start: 0 }], fragments: [] }
  const skeletons = readIndex(header.skeletons, record, header.encoding).entries
  const places = header.fragments === null ? [] : readIndex(header.fragments, record, header.encoding).entries
  const pages: Page[] = []
  const fragments: Fragment[] = []
  for (const { tags } of skeletons) {
    const count = tags.get(FRAGMENTS)?.[0] ?? 0
    const [start = 0, length = 0] = tags.get(POSITION) ?? []
    const own = places.slice(fragments.length, fragments.length + count)
    const { text, at } = fill(raw, start, length, own)
    fragments.push(...at.map((place) => ({ page: pages.length, at: place })))
    pages.push({ text, start })
  }
  return { pages, fragments }
}

/**
 * Inserts the fragments into a skeleton, which they follow in the text. Each insert position
 * assumes that the previous fragments are already inserted.
 */
function fill(raw: string, start: number, length: number, own: IndexEntry[]): { text: string; at: number[] } {
  let text = raw.slice(start, start + length)
  let next = start + length
  const at: number[] = []
  for (const { name, tags } of own) {
    const size = tags.get(POSITION)?.[1] ?? 0
    const place = Number(name) - start
    if (!(place >= 0 && place <= text.length)) throw damagedBook('a fragment outside its page')
    at.push(place)
    text = text.slice(0, place) + raw.slice(next, next + size) + text.slice(place)
    next += size
  }
  return { text, at }
}

function contentsOf({ entries, texts }: ReturnType<typeof readIndex>): Entry[] {
  return contentsRows(entries.slice(0, MOST_ANCHORS), texts).flatMap(({ tags, label, level }) => {
    const [fid, off] = tags.get(POSITION) ?? []
    return fid === undefined || off === undefined ? [] : [{ label, anchor: `pos-${fid}-${off}`, level }]
  })
}

function bodyOf(page: string): string {
  const start = /<body[^<>]{0,2000}>/i.exec(page)
  const from = start ? start.index + start[0].length : 0
  const end = page.lastIndexOf('</body')
  return page.slice(from, end > from ? end : undefined)
}
