import { addAnchors, MOST_ANCHORS } from './anchors.ts'
import type { StoredBook } from './book.ts'
import { contentsRows } from './contents.ts'
import { readIndex } from './index-table.ts'
import type { BookParts, Entry } from './parts.ts'

const PLACE = 1
const PAGE_BREAK = /<\s*(?:mbp:)?pagebreak[^<>]{0,500}>/gi
/** Length of the part that is searched for the guide, and of the contents page. */
const GUIDE = 100_000
const CONTENTS = 2_000_000
/** Maximum number of pages; the last one has the rest. */
const MOST_PAGES = 2000

/** The markup of Mobipocket: a single HTML text whose links are byte offsets (`filepos`). */
export function readMobi6(book: StoredBook): BookParts {
  const { header, text } = book
  const raw = text.toString('latin1')
  const fromIndex = contentsOf(book)
  const places = new Map<number, string>()
  const wanted = [...fromIndex.map(({ place }) => place), ...linkPlaces(raw)]
  for (const place of wanted.slice(0, MOST_ANCHORS)) places.set(place, `place-${place}`)
  const decoder = new TextDecoder(header.encoding)
  const decode = (part: string) => decoder.decode(Buffer.from(part, 'latin1'))
  const whole = isMarkup(raw) ? addAnchors(raw, places) : plainMarkup(raw)
  const split = whole.split(PAGE_BREAK)
  const rest = split.length < MOST_PAGES ? [] : [split.slice(MOST_PAGES - 1).join('')]
  const pages = [...split.slice(0, MOST_PAGES - 1), ...rest].map(decode)
  const contents = fromIndex.length > 0 ? fromIndex : linkedContents(raw, decode)
  return {
    pages,
    contents: contents.map(({ label, place, level }) => ({ label, anchor: `place-${place}`, level })),
    styles: [],
    image: ({ recindex = '' }) => (/^\d+$/.test(recindex) ? Number(recindex) - 1 : null),
    anchor: ({ filepos = '' }) => (/^\d+$/.test(filepos) ? `place-${Number(filepos)}` : null),
  }
}

type Placed = Omit<Entry, 'anchor'> & { place: number }

function contentsOf({ header, record }: StoredBook): Placed[] {
  if (header.contents === null) return []
  const { entries, texts } = readIndex(header.contents, record, header.encoding)
  return contentsRows(entries.slice(0, MOST_ANCHORS), texts).flatMap(({ tags, label, level }) => {
    const place = tags.get(PLACE)?.[0]
    return place === undefined ? [] : [{ label, place, level }]
  })
}

/** Without an index: the links on the contents page that the guide names. */
function linkedContents(raw: string, decode: (text: string) => string): Placed[] {
  const guide = /<reference[^<>]{0,300}type="?toc"?[^<>]{0,300}>/i.exec(raw.slice(0, GUIDE))?.[0] ?? ''
  const start = Number(/filepos="?(\d+)/i.exec(guide)?.[1] ?? Number.NaN)
  if (Number.isNaN(start)) return []
  const page = raw.slice(start, start + CONTENTS).split(PAGE_BREAK, 1)[0] ?? ''
  const links = page.matchAll(/<a\s[^<>]{0,300}?filepos="?(\d{1,12})[^<>]{0,300}>([\s\S]{0,300}?)<\/a>/gi)
  return [...links].slice(0, MOST_ANCHORS).flatMap(([, place, inside = '']) => {
    const label = decode(inside.replace(/<[^>]*>/g, '')).trim()
    return label === '' ? [] : [{ label, place: Number(place), level: 0 }]
  })
}

function linkPlaces(raw: string): number[] {
  return [...new Set([...raw.matchAll(/\sfilepos=["']?(\d{1,12})/gi)].map(([, place]) => Number(place)))]
}

const isMarkup = (raw: string) => /<(html|body|p|div|h1|mbp:)[\s>]/i.test(raw)

/** A plain text of early Palm readers: each line becomes a paragraph. */
function plainMarkup(raw: string): string {
  const escaped = raw.replace(/&/g, '&amp;').replace(/</g, '&lt;')
  return escaped
    .split(/\n+/)
    .map((line) => `<p>${line}</p>`)
    .join('\n')
}
