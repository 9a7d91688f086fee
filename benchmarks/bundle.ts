import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { digits, kilobytes } from './figures.ts'
import { type Bench, verdict } from './table.ts'

/** A part of `dist/.vite/manifest.json`: a source or a shared piece, the file it became, and what that file imports. */
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
/** Pages of people who are not signed in stand outside the shell. */
const PUBLIC_PAGES = [
  'sign-in',
  'sign-in-provider',
  'sign-up',
  'forgot-password',
  'reset-password',
  'verify-email',
  'verify',
]
/** Comes after sign-in, and adds to what that has loaded. */
const CODE_STEP = 'sign-in-code'
/** Not reached by an address of its own, or there in development alone. */
const NO_PAGES = ['layout', 'components', 'route-problem', 'route-error']
/** A share link's page is built apart, with a list of its own. */
const SHARE = { manifest: 'share.json', entry: 'share.html' }
const LIMITS = { share: 80_000, public: 100_000, code: 105_000, private: 200_000 }

/** What no first load may hold: the engine of PDFs, WebAssembly, charts. */
const MARKS = ['GlobalWorkerOptions', 'WebAssembly.instantiate', 'recharts']

/** JavaScript that each page's first load brings, as the build's own list has it. Exact, and the same on every machine. */
export const bundle: Bench = {
  name: 'bundle',
  title: 'JavaScript of each page’s first load',
  run: async () => {
    const manifest = manifestOf('manifest.json')
    const pages = Object.keys(manifest)
      .filter((key) => key.startsWith(PAGES) && manifest[key]?.isDynamicEntry)
      .map((key) => key.slice(PAGES.length).replace(/\.tsx$/, ''))
      .filter((name) => !NO_PAGES.includes(name))
    const rows = pages.length > 0 ? pages.map((page) => pageRow(manifest, page)) : [entryRow(manifest)]
    const shared = filesOf(manifestOf(SHARE.manifest), [SHARE.entry], SHARE.entry)
    rows.push(row('(a share link)', shared, LIMITS.share))
    return {
      columns: ['page', 'files', 'raw', 'brotli 11', 'target', 'marks found', 'verdict'],
      rows,
      notes: [
        'Counted: the scripts of the HTML page, the entry, the page’s own piece, and whatever these import at once; for a signed-in page also the shell. Not counted: what a page loads later, when it is used.',
        `Looked for in every counted file: ${MARKS.map((mark) => `\`${mark}\``).join(', ')}.`,
      ],
    }
  },
}

function manifestOf(name: string): Manifest {
  const path = join(DIST, '.vite', name)
  if (!existsSync(path)) throw new Error('There is no built dashboard. Run it as `npm run bench bundle`.')
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
  row('(entry; the build has no pages yet)', filesOf(manifest, [ENTRY]), LIMITS.public)

function row(name: string, files: Set<string>, limit: number): string[] {
  const sources = [...files].map((file) => readFileSync(join(DIST, file)))
  const compressed = sources.reduce((sum, source) => sum + brotli(source), 0)
  const marks = MARKS.filter((mark) => sources.some((source) => source.includes(mark)))
  return [
    name,
    String(files.size),
    kilobytes(sources.reduce((sum, source) => sum + source.length, 0)),
    `${(compressed / 1000).toFixed(1)} kB`, // to the last digit, since pages come close
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

/** Scripts that the HTML page names itself, such as the theme's. */
const scriptsOfPage = (page: string) =>
  [...readFileSync(join(DIST, page), 'utf8').matchAll(/<script[^>]+src="\/([^"]+)"/g)].map(
    ([, src]) => src ?? '',
  )

const brotli = (source: Buffer) =>
  brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
