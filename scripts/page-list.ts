import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { FIRST_REQUESTS } from '../src/first-requests.ts'
import { FRAME, readRoutes } from './routes.ts'

/**
 * What a page begins with, as the server writes it into the HTML: `.vite/pages.json` is a list of
 * these.
 */
export interface PageRow {
  /** A pattern of the router: `/history/:id`. */
  path: string
  /** In the frame: the heading that it begins with; '' where that is not known before its data. */
  title?: string
  scripts: string[]
  fonts: string[]
  /**
   * URLs that the page asks of the API at once, the second ones where the address has no search.
   */
  requests?: Record<'everyPage' | 'page', readonly string[]>
}

/** In every title and every line; others are seldom drawn before something has been pressed. */
const FONTS = /(?:instrument-sans-latin-wght-normal|newsreader-latin)-[\w-]{8}\.woff2$/

/** Writes down what each page of the dashboard begins with. */
export const pageList: Plugin = {
  name: 'page-list',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_options, bundle) {
    const fonts = Object.keys(bundle).filter((file) => FONTS.test(file))
    if (fonts.length !== 2) throw new Error(`The build has not the two fonts of every page: ${fonts}.`)
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
    // The gallery is in no build.
    const built = readRoutes().filter(({ page }) => page !== 'src/pages/components.tsx')
    const rows = built.map(({ path, page, framed }): PageRow => {
      const roots = [...(framed ? [FRAME] : []), page].map((source) => fileOf(chunks, source))
      const [entry = '', ...scripts] = closure(bundle, [mainOf(chunks), ...roots])
      return {
        path,
        scripts: scripts.filter((file) => file !== entry),
        fonts,
        ...(framed && { title: titleOf(page), ...requestsOf(page) }),
      }
    })
    this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source: JSON.stringify(rows) })
  },
}

/** As the page's own source has it. */
const titleOf = (page: string): string =>
  /<PageTop\s+title=\{t`([^`]+)`\}/.exec(readFileSync(page, 'utf8'))?.[1] ?? ''

const requestsOf = (page: string) => ({
  requests: { everyPage: FIRST_REQUESTS.everyPage, page: FIRST_REQUESTS.pages[basename(page, '.tsx')] ?? [] },
})

function mainOf(chunks: Rolldown.OutputChunk[]): string {
  const main = chunks.find(({ isEntry }) => isEntry)
  if (!main) throw new Error('The build has no entry.')
  return main.fileName
}

function fileOf(chunks: Rolldown.OutputChunk[], source: string): string {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${source}`))
  if (!chunk) throw new Error(`The build has no ${source}.`)
  return chunk.fileName
}

/** The files and what they import at once, each before what it is imported by. */
function closure(bundle: Rolldown.OutputBundle, roots: string[]): string[] {
  const found = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (found.has(file) || chunk?.type !== 'chunk') return
    found.add(file)
    for (const next of chunk.imports) add(next)
  }
  for (const root of roots) add(root)
  return [...found]
}
