import type { ProblemCode } from '../../contract/problems.ts'
import type { PublicShare } from '../../contract/shares.ts'
import { plainText } from '../core/plain-text.ts'
import { escapeHtml } from './escape-html.ts'
import { inertJson } from './inert-json.ts'

/** The state of a link's page: the shared file, the required password, or the closed reason. */
export type ShareView =
  | { status: 'open' | 'locked'; view: PublicShare }
  | { status: 'closed'; code: ClosedCode }

const CLOSED_CODES = [
  'share_expired',
  'share_revoked',
  'share_used_up',
  'share_unavailable',
  'not_found',
] as const satisfies ProblemCode[]
type ClosedCode = (typeof CLOSED_CODES)[number]

/** Whether a problem code concerns the link itself, and has its own page. */
export const isClosedCode = (code: string): code is ClosedCode =>
  (CLOSED_CODES as readonly string[]).includes(code)

/** Renders the first view: built from the page's component (`src/share-view.tsx`). */
export type RenderShareView = (view: ShareView) => string

/**
 * The page of a share link: the built page, with its first view, the link's preview card and the
 * initial data of its script. A locked or closed link reveals nothing of the file. Without a view
 * the script sends the request; without a built component it renders the first view as well.
 */
export function sharePage(
  template: string,
  view: ShareView | null,
  origin: string,
  render: RenderShareView | null,
): string {
  return template
    .replace('<!--card-->', () => card(view, origin))
    .replace('<!--first view-->', () => (view && render ? render(view) : ''))
    .replace(/(<script type="application\/json" id="share">)/, (tag) => tag + inertJson(JSON.stringify(view)))
}

function card(view: ShareView | null, origin: string): string {
  const { title, description, image } = cardOf(view)
  const tags: [attribute: string, name: string, content: string][] = [
    ['name', 'description', description],
    ['property', 'og:type', 'website'],
    ['property', 'og:site_name', 'Filewright'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:image', image ?? `${origin}/card.png`],
    ['name', 'twitter:card', 'summary_large_image'],
  ]
  // A title bar and a preview card cannot isolate the text direction.
  return [
    `<title>${escapeHtml(plainText(title))}</title>`,
    ...tags.map(
      ([kind, name, content]) => `<meta ${kind}="${name}" content="${escapeHtml(plainText(content))}" />`,
    ),
    // Preloads the image with the same path as the script, which shows it.
    ...(image ? [`<link rel="preload" as="image" href="${escapeHtml(new URL(image).pathname)}" />`] : []),
  ].join('\n    ')
}

function cardOf(first: ShareView | null): { title: string; description: string; image: string | null } {
  if (!first || first.status === 'closed')
    return { title: 'A file shared with you', description: 'Sent with Filewright', image: null }
  const { view: share } = first
  const from = share.from.name
  if (!share.file)
    return {
      title: 'A file shared with you',
      description: `From ${from}, sent with Filewright`,
      image: null,
    }
  return {
    title: share.title ?? share.file.file_name,
    description: `${whatOf(share)}, from ${from}`,
    image: share.preview?.picture_url ?? null,
  }
}

/** "PDF, 2.4 MB" */
function whatOf({ file, entry_count }: PublicShare): string {
  if (!file) return ''
  const inside = entry_count === null ? [] : [entry_count === 1 ? '1 file' : `${number(entry_count)} files`]
  return [formatOf(file.format, file.file_name), ...inside, sizeOf(file.file_size_bytes)].join(', ')
}

const ending = (name: string) => /[^.]\.(\w{1,10})$/.exec(name)?.[1]
const formatOf = (format: string | null, name: string) => (format ?? ending(name) ?? 'file').toUpperCase()

const number = (value: number, digits = 0) =>
  new Intl.NumberFormat('en', { maximumFractionDigits: digits }).format(value)

/** The size format of the dashboard: whole kilobytes; from megabytes on one decimal below 100. */
function sizeOf(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let [value, unit] = [bytes, 0]
  while (unit < units.length - 1 && value >= 999.5) {
    value /= 1000
    unit += 1
  }
  return `${number(value, unit >= 2 && value < 99.95 ? 1 : 0)}\u00a0${units[unit]}`
}
