import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstFrame } from './first-frame.ts'

/** As scripts/page-list.ts writes it at the build. */
interface PageRow {
  /** A pattern of the router: `/history/:id`, `/billing/:tab?`. */
  path: string
  /** Of a page in the frame. */
  title?: string
  scripts: string[]
  fonts: string[]
  requests?: Record<'everyPage' | 'page', string[]>
}

interface Asked {
  /** Of the request, with its query. */
  url: string
  signedIn: boolean
}

const PLACE = '<!--page-->'
const FIRST_FRAME = '<!--first frame-->'
const ANSWERS = '<script type="application/json" id="first-answers">'
/** Overview leads a visitor there. */
const FOR_VISITORS = { from: '/', to: '/convert' }

/** The page, and what it asks of the API at once. */
interface WrittenPage {
  html: string
  requests: readonly string[]
}

/**
 * The dashboard's one page, with what the URL asks for named in its head: the browser loads all of it in one round trip,
 * where it would find one script in another.
 */
export function pageWriter(folder: string): (asked: Asked) => WrittenPage {
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  const list = join(folder, '.vite', 'pages.json')
  // Without the list the page works, and finds its scripts one in another.
  const rows = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as PageRow[]) : []
  // A fixed path comes before one with a parameter, as the router has it; the path of everything else comes last.
  const pages = rows
    .toSorted((a, b) => rank(a.path) - rank(b.path))
    .map((row) => ({
      ...row,
      pattern: patternOf(row.path),
      html: template
        .replace(PLACE, () => linksOf(row).join('\n    '))
        .replace(FIRST_FRAME, () => (row.title === undefined ? '' : firstFrame(row.title))),
    }))
  return ({ url, signedIn }) => {
    const [path = '/', query = ''] = url.split('?', 2)
    const shown = !signedIn && path === FOR_VISITORS.from ? FOR_VISITORS.to : path
    const found = pages.find(({ pattern }) => pattern.test(shown))
    if (!found) return { html: template, requests: [] }
    const { html, requests } = found
    // A search in the URL asks for something else.
    const wanted = signedIn && requests ? [...requests.everyPage, ...(query === '' ? requests.page : [])] : []
    return { html, requests: wanted }
  }
}

/** Puts the answers where the page's script looks for them. */
export const withAnswers = (html: string, answers: string): string =>
  html.replace(ANSWERS, (tag) => tag + answers)

/** Scripts come after what the first paint needs: the style sheet and the fonts. */
const linksOf = ({ scripts, fonts }: PageRow): string[] => [
  ...fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />`),
  ...scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" />`),
]

const rank = (path: string) => (path === '/*' ? 2 : path.includes(':') ? 1 : 0)

function patternOf(path: string): RegExp {
  if (path === '/*') return /^/
  const source = path.replace(/\/:\w+(\?)?/g, (_, optional) => (optional ? '(?:/[^/]+)?' : '/[^/]+'))
  return new RegExp(`^${source}/?$`)
}
