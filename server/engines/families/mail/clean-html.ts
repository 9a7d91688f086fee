import sanitizeHtml, { type Attributes } from 'sanitize-html'
import { LayoutTables } from './layout-tables.ts'
import { safeStyles, takeStyles } from './styles.ts'

/** Losses of a message body, summed over its parts. */
export interface BodyLosses {
  remoteImages: number
  missingImages: number
  scripts: number
  remoteStyles: number
  /** Number of bodies whose styles were ignored, and of layout tables. */
  styles: number
  layoutTables: number
}

interface Cleaning {
  /** Content-ID → the image as a `data:` URL. Used images are removed from `unused`. */
  images: ReadonlyMap<string, string>
  unused: Set<string>
  losses: BodyLosses
  /** For readers without layout: no styles, and layout tables become paragraphs. */
  plain: boolean
}

const TAGS = [
  ...[
    'a',
    'abbr',
    'address',
    'article',
    'b',
    'bdi',
    'bdo',
    'big',
    'blockquote',
    'br',
    'caption',
    'center',
    'cite',
    'code',
  ],
  ...[
    'col',
    'colgroup',
    'dd',
    'del',
    'div',
    'dl',
    'dt',
    'em',
    'font',
    'footer',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
  ],
  ...[
    'hr',
    'i',
    'img',
    'ins',
    'kbd',
    'li',
    'main',
    'mark',
    'ol',
    'p',
    'pre',
    'q',
    's',
    'samp',
    'section',
    'small',
    'span',
  ],
  ...[
    'strike',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
    'tfoot',
    'th',
    'thead',
    'tr',
    'tt',
    'u',
    'ul',
    'var',
  ],
]
const ATTRIBUTES = {
  '*': ['align', 'valign', 'bgcolor', 'dir', 'lang', 'title', 'width', 'height', 'style', 'class'],
  a: ['href', 'name'],
  img: ['src', 'alt'],
  font: ['color', 'face', 'size'],
  ol: ['start', 'type'],
  table: ['border', 'cellpadding', 'cellspacing'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  col: ['span'],
}
/** Maximum nesting of elements; the text of deeper ones is kept. */
const NESTING = 100

/**
 * Sanitizes the HTML of a message: removes scripts, frames and forms, replaces remote images with
 * their alternative text, and embeds the message's own images.
 */
export function cleanHtml(html: string, cleaning: Cleaning): string {
  const { losses, plain } = cleaning
  const tables = plain ? new LayoutTables(html) : null
  losses.layoutTables += tables?.count ?? 0
  if (plain && /<style|\sstyle\s*=/i.test(html)) losses.styles += 1
  losses.scripts += html.match(/<script[\s>]/gi)?.length ?? 0
  const parts = plain ? { html, styles: '' } : takeStyles(html, losses)
  const body = sanitizeHtml(parts.html, {
    allowedTags: TAGS,
    onOpenTag: (name) => tables?.open(name),
    onCloseTag: (name) => tables?.close(name),
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'ftp'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: NESTING,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'noscript', 'select', 'iframe'],
    transformTags: {
      img: (_, attributes) => placeImage(attributes, cleaning),
      '*': (tagName, attributes) => ({
        tagName: tables?.rename(tagName) ?? tagName,
        attribs: withSafeStyle(attributes, plain, losses),
      }),
    },
  })
  return parts.styles + body
}

function placeImage(attributes: Attributes, { images, unused, losses }: Cleaning) {
  const { src = '', alt = '', ...others } = attributes
  const id = /^cid:/i.test(src) ? decode(src.slice(4)) : src
  const image = images.get(id)
  if (image) {
    unused.delete(id)
    return { tagName: 'img', attribs: { ...others, alt, src: image } }
  }
  if (/^data:image\/(png|jpe?g|gif|webp|bmp);base64,/i.test(src))
    return { tagName: 'img', attribs: { ...others, alt, src } }
  if (/^(https?:)?\/\//i.test(src)) losses.remoteImages += 1
  else losses.missingImages += 1
  const text = alt.trim()
  return { tagName: 'span', attribs: {}, text: text ? `[${text}]` : '' }
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

function withSafeStyle(
  { style, class: classes, ...others }: Attributes,
  plain: boolean,
  losses: BodyLosses,
): Attributes {
  if (plain) return others
  return { ...others, ...(style && { style: safeStyles(style, losses) }), ...(classes && { class: classes }) }
}
