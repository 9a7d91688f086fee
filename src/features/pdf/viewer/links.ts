import type { Rect } from './geometry.ts'

/** The target of a link on a page. */
export type PdfLink = { rect: Rect; words: string } & (
  | { kind: 'page'; dest: unknown }
  | { kind: 'step'; to: 'next' | 'previous' | 'first' | 'last' }
  | { kind: 'address'; href: string }
)

const STEPS: Record<string, 'next' | 'previous' | 'first' | 'last'> = {
  NextPage: 'next',
  PrevPage: 'previous',
  FirstPage: 'first',
  LastPage: 'last',
}

type LinkAnnotation = {
  subtype?: string
  rect?: number[]
  url?: string
  dest?: unknown
  action?: string
  overlaidText?: string
  contentsObj?: { str?: string }
}

/**
 * The links among a page's annotations: to pages, and to URLs that a browser may open. No scripts.
 */
export function linksOf(annotations: LinkAnnotation[]): PdfLink[] {
  return annotations.flatMap((annotation): PdfLink[] => {
    const { subtype, rect, url, dest, action } = annotation
    if (subtype !== 'Link' || rect?.length !== 4) return []
    const part = {
      rect: rect as unknown as Rect,
      words: (annotation.overlaidText || annotation.contentsObj?.str || '').trim(),
    }
    const href = url === undefined ? null : safeAddress(url)
    if (href) return [{ ...part, kind: 'address', href }]
    if (dest) return [{ ...part, kind: 'page', dest }]
    const to = action === undefined ? undefined : STEPS[action]
    return to ? [{ ...part, kind: 'step', to }] : []
  })
}

const OPENED = ['http:', 'https:', 'mailto:', 'tel:']

/** A URL that is safe to open; null for scripts and local files. */
export function safeAddress(given: string): string | null {
  const url = URL.parse(given)
  return url && OPENED.includes(url.protocol) ? url.href : null
}
