import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { digits, kilobytes } from './figures.ts'
import { type Bench, verdict } from './table.ts'

/**
 * An entry of `dist/.vite/manifest.json`: the built file of a source or shared chunk, and its
 * imports.
 */
interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  isDynamicEntry?: boolean
}
type Manifest = Record<string, Chunk>

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const ENTRY = 'index.html'
const PAGES = 'src/pages/'
const SHELL = `${PAGES}layout.tsx`
/** Pages for people who are not signed in. They don't load the shell. */
const PUBLIC_PAGES = [
  'sign-in',
  'sign-in-provider',
  'sign-up',
  'forgot-password',
  'reset-password',
  'verify-email',
  'verify',
]
/** Follows the sign-in page and adds to its scripts. */
const CODE_STEP = 'sign-in-code'
/** Modules without a URL, or only for development. */
const NO_PAGES = ['layout', 'components', 'route-problem', 'route-error']
/** The page of a share link has its own build and manifest. */
const SHARE = { manifest: 'share.json', entry: 'share.html' }
const LIMITS = { share: 80_000, public: 100_000, code: 105_000, private: 200_000 }

/** Strings that the first load must not contain: PDF engine, WebAssembly, charts. */
const MARKS = ['GlobalWorkerOptions', 'WebAssembly.instantiate', 'recharts']

/**
 * JavaScript of the first load of each page, from the build manifest. The same on every machine.
 */
export const bundle: Bench = {
  name: 'bundle',
  title: 'JavaScript loaded with each page',
  run: async () => {
    const manifest = manifestOf('manifest.json')
    const pages = Object.keys(manifest)
      .filter((key) => key.startsWith(PAGES) && manifest[key]?.isDynamicEntry)
      .map((key) => key.slice(PAGES.length).replace(/\.tsx$/, ''))
      .filter((name) => !NO_PAGES.includes(name))
    const rows = pages.length > 0 ? pages.map((page) => pageRow(manifest, page)) : [entryRow(manifest)]
    const shared = filesOf(manifestOf(SHARE.manifest), [SHARE.entry], SHARE.entry)
    rows.push(row('(share link)', shared, LIMITS.share))
    return {
      columns: ['page', 'files', 'raw', 'brotli 11', 'target', 'marks found', 'verdict'],
      rows,
      notes: [
        'Counted: the scripts of the HTML page, the entry chunk, the chunk of the page and their static imports; for a signed-in page also the shell. Not counted: chunks that a page loads later.',
        `Marks searched for in each counted file: ${MARKS.map((mark) => `\`${mark}\``).join(', ')}.`,
      ],
    }
  },
}

function manifestOf(name: string): Manifest {
  const path = join(DIST, '.vite', name)
  if (!existsSync(path)) throw new Error('The dashboard is not built. Use `npm run bench bundle`.')
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

function pageRow(manifest: Manifest, page: string): string[] {
  const isPublic = PUBLIC_PAGES.includes(page)
  const roots = [ENTRY, `${PAGES}${page}.tsx`]
  if (page === CODE_STEP) return row(page, filesOf(manifest, roots), LIMITS.code)
  if (!isPublic) roots.push(SHELL)
  return row(page, filesOf(manifest, roots), isPublic ? LIMITS.public : LIMITS.private)
}

const entryRow = (manifest: Manifest) =>
  row('(entry; the build has no pages)', filesOf(manifest, [ENTRY]), LIMITS.public)

function row(name: string, files: Set<string>, limit: number): string[] {
  const sources = [...files].map((file) => readFileSync(join(DIST, file)))
  const compressed = sources.reduce((sum, source) => sum + brotli(source), 0)
  const marks = MARKS.filter((mark) => sources.some((source) => source.includes(mark)))
  return [
    name,
    String(files.size),
    kilobytes(sources.reduce((sum, source) => sum + source.length, 0)),
    `${(compressed / 1000).toFixed(1)} kB`, // one decimal, because some pages are close to the limit
    `≤ ${digits(limit / 1000)} kB`,
    marks.join(', ') || 'none',
    verdict(compressed <= limit && marks.length === 0),
  ]
}

function filesOf(manifest: Manifest, roots: string[], page = ENTRY): Set<string> {
  const files = new Set(scriptsOfPage(page))
  const seen = new Set<string>()
  for (const todo = [...roots]; todo.length > 0; ) {
    const key = todo.pop() as string
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) continue
    seen.add(key)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    todo.push(...(chunk.imports ?? []))
  }
  return files
}

/** Scripts in the HTML page, such as the theme script. */
const scriptsOfPage = (page: string) =>
  [...readFileSync(join(DIST, page), 'utf8').matchAll(/<script[^>]+src="\/([^"]+)"/g)].map(
    ([, src]) => src ?? '',
  )

const brotli = (source: Buffer) =>
  brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
