import { strFromU8, strToU8, type Unzipped, unzipSync, zipSync } from 'fflate'

const PAGE = /\.x?html?$/i
const TYPE = /(\bepub:type\s*=\s*)(["'])([^"']{0,99}titlepage[^"']{0,99})\2/gi

/**
 * Makes pandoc read an EPUB's title page. pandoc skips sections of this type, since it shows the
 * title from the metadata; that loses a page with more text.
 */
export function keepTitlePage(epub: Uint8Array): Uint8Array {
  const pages = unzip(epub, (name) => PAGE.test(name) || name.endsWith('.opf'))
  if (!pages) return epub
  const metadata = new Set(
    Object.entries(pages).flatMap(([name, bytes]) => (name.endsWith('.opf') ? words(strFromU8(bytes)) : [])),
  )
  const changed: Record<string, Uint8Array> = {}
  for (const [name, bytes] of Object.entries(pages)) {
    const text = PAGE.test(name) ? strFromU8(bytes) : ''
    if (text.search(TYPE) < 0 || !saysMore(text, metadata)) continue
    changed[name] = strToU8(
      text.replace(TYPE, (_, start: string, quote: string, types: string) => {
        const kept = types.split(/\s+/).filter((type) => !type.includes('titlepage'))
        return `${start}${quote}${kept.join(' ')}${quote}`
      }),
    )
  }
  if (Object.keys(changed).length === 0) return epub
  const all = unzip(epub, () => true)
  // Stored, not compressed: pandoc reads it immediately.
  return all ? zipSync({ ...all, ...changed }, { level: 0 }) : epub
}

/** Null for an unreadable archive; pandoc then reports the error. */
function unzip(bytes: Uint8Array, wanted: (name: string) => boolean): Unzipped | null {
  try {
    return unzipSync(bytes, { filter: ({ name }) => wanted(name) })
  } catch {
    return null
  }
}

function saysMore(page: string, metadata: ReadonlySet<string>): boolean {
  const body = page.slice(Math.max(0, page.search(/<body\b/i)))
  return /<(img|image|svg)\b/i.test(body) || words(body).some((word) => !metadata.has(word))
}

function words(markup: string): string[] {
  return (
    markup
      .replace(/<[^<>]*>/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
