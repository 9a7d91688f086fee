import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from './escape-html.ts'

// Uses the classes of src/features/shell/shell.tsx, src/ui/logo.tsx and src/ui/page-header.tsx,
// which replace this markup.

const LOGO = `<span class="inline-flex items-center gap-2.5 text-[0.9375rem]/5 font-strong">
<svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke-width="2" class="flex-none">
<path d="M3 2.5h9.5L17.5 7v11H3z" stroke="currentColor" stroke-linejoin="round" />
<path d="M7 15.5V6.5h5.5M7 11h7" class="stroke-accent" /></svg><span translate="no">Filewright</span></span>`

/**
 * The dashboard's frame and the page title, shown before any script has loaded. It is inert and
 * hidden from screen readers; the dashboard replaces it.
 */
const firstFrame = (title: string): string =>
  `<div inert aria-hidden="true" class="pointer-events-none flex h-dvh">
<div class="w-(--size-rail) flex-none border-e border-line-strong max-md:hidden lg:w-(--size-sidebar)">
<div class="@container/side flex h-full flex-col overflow-y-auto bg-rail"><div class="px-3 pt-2 pb-2">
<div class="mb-2 flex min-h-9 items-center gap-1 @max-[8rem]/side:flex-col @max-[8rem]/side:items-stretch">
<span class="flex min-h-9 flex-none items-center overflow-hidden rounded-control ps-1 whitespace-nowrap">${LOGO}</span>
</div></div></div></div>
<div class="flex min-w-0 flex-1 flex-col">
<div class="flex flex-none min-h-(--size-top) flex-wrap items-center gap-x-3 gap-y-1 border-b border-line-strong py-2 ps-4 pe-3 md:ps-6 md:pe-5">
<span class="-ms-2 flex items-center gap-1 md:hidden"><span style="width:36px;height:36px"></span></span>
<span class="title min-w-0 text-title wrap-anywhere max-sm:flex-[1_1_9rem]">${escapeHtml(title)}</span>
</div></div></div>`

/** Written by scripts/page-list.ts at build time. */
interface PageRow {
  /** A route pattern: `/history/:id`, `/billing/:tab?`. */
  path: string
  /** Of a page with the frame. */
  title?: string
  scripts: string[]
  fonts: string[]
  requests?: Record<'everyPage' | 'page', string[]>
}

interface Asked {
  /** The request's URL with its query. */
  url: string
  signedIn: boolean
}

const PLACE = '<!--page-->'
const FIRST_FRAME = '<!--first frame-->'
/** Allows public pages to link to the status page (src/features/status/link/public-status.ts). */
const PUBLIC_STATUS = '<meta name="filewright-status" content="public" />'
const ANSWERS = '<script type="application/json" id="first-answers">'
/** Overview redirects guests there. */
const FOR_VISITORS = { from: '/', to: '/convert' }

/** The page, and the API requests that it needs first. */
interface WrittenPage {
  html: string
  requests: readonly string[]
}

/**
 * The dashboard page, with the scripts and fonts of the URL in its head: the browser loads all of
 * them in one round trip instead of discovering them one by one.
 */
export function pageWriter(folder: string, hasPublicStatus: boolean): (asked: Asked) => WrittenPage {
  const template = readFileSync(join(folder, 'index.html'), 'utf8').replace(
    '</head>',
    hasPublicStatus ? `${PUBLIC_STATUS}</head>` : '</head>',
  )
  const list = join(folder, '.vite', 'pages.json')
  // Without the list the page works, but the browser discovers its scripts one by one.
  const rows = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as PageRow[]) : []
  // As in the router, static paths precede parameters; the wildcard is last.
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
    // With a search in the URL, the page sends other requests.
    const wanted = signedIn && requests ? [...requests.everyPage, ...(query === '' ? requests.page : [])] : []
    return { html, requests: wanted }
  }
}

/** Embeds the responses where the page's script reads them. */
export const withAnswers = (html: string, answers: string): string =>
  html.replace(ANSWERS, (tag) => tag + answers)

/** Scripts have lower priority than what the first paint needs: the style sheet and fonts. */
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
