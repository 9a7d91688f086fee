import { SaxesParser } from 'saxes'

/** The metadata in `ComicInfo.xml`; empty if missing. */
export interface ComicInfo {
  title: string
  authors: string
  summary: string
  language: string
  rightToLeft: boolean
}

const FIELDS = ['Title', 'Series', 'Number', 'Writer', 'Summary', 'LanguageISO', 'Manga']
const LONGEST = 2000

/**
 * Reads `ComicInfo.xml` (version 2.1 of the Anansi project). Errors give empty metadata, which is
 * optional. Stops at a DOCTYPE, so that no entity is expanded.
 */
export function readComicInfo(xml: string): ComicInfo {
  const found = new Map<string, string>()
  const path: string[] = []
  const parser = new SaxesParser({ xmlns: false })
  const stop = () => {
    throw new Error('not read any further')
  }
  parser.on('doctype', stop)
  parser.on('error', stop)
  parser.on('opentag', ({ name }) => void path.push(name))
  parser.on('closetag', () => void path.pop())
  parser.on('text', (text) => {
    const name = path[1] ?? ''
    if (path.length === 2 && FIELDS.includes(name)) found.set(name, (found.get(name) ?? '') + text)
  })
  try {
    parser.write(xml).close()
  } catch {
    // Keeps the fields read before the error.
  }
  const field = (name: string) => (found.get(name) ?? '').replace(/\s+/g, ' ').trim().slice(0, LONGEST)
  const issue = [field('Series'), field('Number') && `#${field('Number')}`].filter(Boolean).join(' ')
  return {
    title: [issue, field('Title')].filter(Boolean).join(': '),
    authors: field('Writer'),
    summary: field('Summary'),
    language: /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(field('LanguageISO')) ? field('LanguageISO') : '',
    rightToLeft: field('Manga') === 'YesAndRightToLeft',
  }
}
