import sanitizeHtml, { type Attributes, type Tag } from 'sanitize-html'
import { safeStyles } from '../mail/styles.ts'

const TAGS = [
  ...[
    'a',
    'abbr',
    'aside',
    'b',
    'blockquote',
    'br',
    'caption',
    'cite',
    'code',
    'col',
    'colgroup',
    'dd',
    'del',
    'div',
    'dl',
    'dt',
  ],
  ...[
    'em',
    'figcaption',
    'figure',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'hr',
    'i',
    'img',
    'ins',
    'kbd',
    'li',
    'mark',
    'ol',
    'p',
  ],
  ...[
    'pre',
    'q',
    'rp',
    'rt',
    'ruby',
    's',
    'samp',
    'section',
    'small',
    'span',
    'strong',
    'sub',
    'sup',
    'table',
    'tbody',
    'td',
  ],
  ...['tfoot', 'th', 'thead', 'tr', 'u', 'ul', 'var'],
]
/** Replacements for obsolete elements. */
const RENAMED: Record<string, string> = { center: 'div', font: 'span', big: 'span', tt: 'code', strike: 's' }
const NESTING = 100

interface PageLinks {
  /** The URL of an `img`'s image, or null. */
  imageUrl(attributes: Attributes): string | null
  /** The book-internal URL of an `a`, or null. */
  link(attributes: Attributes): string | null
}

/** Sanitizes a page to well-formed XHTML without scripts and external resources. */
export function cleanPage(html: string, { imageUrl, link }: PageLinks): string {
  const ids = new Set<string>()
  const image = (_: string, attributes: Attributes): Tag => {
    const src = imageUrl(attributes)
    if (src === null)
      return { tagName: 'span', attribs: {}, text: attributes.alt ? `[${attributes.alt}]` : '' }
    return { tagName: 'img', attribs: { src, alt: attributes.alt ?? '' } }
  }
  const cleaned = sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': ['id', 'class', 'style', 'title', 'lang', 'dir'],
      a: ['href'],
      img: ['src', 'alt'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
      ol: ['start'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nestingLimit: NESTING,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title', 'noscript', 'guide', 'iframe'],
    transformTags: {
      img: image,
      image,
      a: (tagName, { href, ...attributes }) => {
        const inside = link({ ...attributes, href: href ?? '' })
        const outside = href && /^(https?|mailto):/i.test(href) ? href : null
        const target = inside ?? outside
        return { tagName, attribs: { ...attributes, ...(target !== null && { href: target }) } }
      },
      '*': (tagName, attributes) => ({
        tagName: RENAMED[tagName] ?? tagName,
        attribs: withStyle(tagName, withOwnId(attributes, ids)),
      }),
    },
  })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow them.
  return cleaned.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
}

/** Drops IDs that are invalid in XML or duplicates; links target the first one. */
function withOwnId({ id, name, ...attributes }: Attributes, ids: Set<string>): Attributes {
  const given = id ?? name ?? ''
  if (!/^[A-Za-z_][\w.-]*$/.test(given) || ids.has(given)) return attributes
  ids.add(given)
  return { ...attributes, id: given }
}

function withStyle(tagName: string, { style, align, ...attributes }: Attributes): Attributes {
  const side = tagName === 'center' ? 'center' : /^(left|right|center|justify)$/i.exec(align ?? '')?.[0]
  const parts = [
    style ? safeStyles(style, { remoteStyles: 0 }) : '',
    side ? `text-align:${side.toLowerCase()}` : '',
  ]
  const css = parts.filter(Boolean).join(';')
  return { ...attributes, ...(css && { style: css }) }
}
