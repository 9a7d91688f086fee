import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')

const DOCUMENTS = [
  ...['architecture', 'benchmarks', 'conformance', 'formats', 'roadmap', 'security'].map(
    (name) => `docs/${name}.md`,
  ),
  ...readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`),
]

const section = (title: string): string => {
  const found = glossary.split(/^## /m).find((part) => part.startsWith(`${title}\n`))
  if (!found) throw new Error(`docs/glossary.md has no section ${title}`)
  return found
}

/** The cells of a section's table, without its head. */
const rows = (title: string): string[][] =>
  section(title)
    .split('\n')
    .filter((line) => /^\| [^-]/.test(line))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/** Every message of the interface, placeholders and plurals included. */
const messages = [
  ...readFileSync(join(root, 'src/locales/en.po'), 'utf8').matchAll(/^msgid ((?:".*"\n)+)/gm),
].map(([, quoted = '']) =>
  quoted
    .split('\n')
    .map((line) => line.slice(1, -1))
    .join('')
    .replaceAll('\\"', '"'),
)

const UNUSED = [...section('Phrases that are not used').matchAll(/`([^`]+)`/g)].map(
  ([, phrase = '']) => phrase,
)
const unused = new RegExp(`\\b(${UNUSED.join('|')})\\b`, 'i')

/** Text in quotes on lines of the server that are no comments. */
function* serverText(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue
    const path = join(entry.parentPath, entry.name)
    for (const line of readFileSync(path, 'utf8').split('\n'))
      if (!/^\s*(\*|\/\/|\/\*)/.test(line))
        for (const [, text = ''] of line.matchAll(/['`]([^'`]*[a-z] [a-z][^'`]*)['`]/g))
          yield `${path.slice(root.length + 1)}: ${text}`
  }
}

describe('the glossary', () => {
  it('is read', () => {
    expect(messages.length).toBeGreaterThan(3000)
    expect(UNUSED.length).toBeGreaterThan(10)
    expect(rows('States').length).toBeGreaterThan(25)
  })

  it('has the states that the interface shows', () => {
    const known = new Set(messages)
    const shown = rows('States').flatMap(([, , words = '']) => words.split(', '))
    expect(shown.filter((word) => !known.has(word))).toEqual([])
  })

  it('names no action in two ways', () => {
    const actions = rows('Actions').flatMap(([use = '']) => use.replaceAll(/\(.*?\)/g, '').split(', '))
    const avoided = rows('Actions').flatMap(([, not = '']) => not.replaceAll(/\(.*?\)/g, '').split(', '))
    expect(avoided.filter((word) => actions.includes(word))).toEqual([])
  })

  it('is kept by every message', () => {
    expect(messages.filter((message) => unused.test(message))).toEqual([])
  })

  it('calls images, video and audio so', () => {
    const others = messages.filter((message) => /\b(pictures?|films?)\b/i.test(message))
    expect(others).toEqual(['Drop to set as profile picture', 'Picture'])
  })

  it.each(['README.md', 'CONTRIBUTING.md', ...DOCUMENTS])('is kept by %s', (path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n')
    expect(lines.filter((line) => unused.test(line))).toEqual([])
  })

  it('is kept by what the server says', () => {
    const said = ['server', 'contract'].flatMap((folder) => [...serverText(folder)])
    expect(said.length).toBeGreaterThan(2000)
    expect(said.filter((text) => unused.test(text))).toEqual([])
  })
})
