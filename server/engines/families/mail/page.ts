import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
import { calendarText } from './calendar.ts'
import { type BodyLosses, cleanHtml } from './clean-html.ts'
import type { Attachment, Mailbox, Message } from './message.ts'
import { attachmentName } from './names.ts'

/** Maximum total size of embedded images, in bytes. */
const MOST_IMAGE_BYTES = 20_000_000
const IMAGE_TYPES = /^image\/(png|jpe?g|gif|webp|bmp)$/

/** Forbids scripts and requests, whatever the body holds and wherever the page is opened. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
const STYLE = `body{font-family:sans-serif;font-size:11pt;line-height:1.4;margin:1em}
.mail-head{border-bottom:1px solid #999;padding-bottom:.6em;margin-bottom:1em}.mail-head h1{font-size:15pt;margin:0 0 .4em}
.mail-head p{margin:.1em 0;overflow-wrap:anywhere}.mail-files{border-top:1px solid #999;margin-top:1.5em;padding-top:.6em}
.mail-text{white-space:pre-wrap;overflow-wrap:anywhere}.mail-inner{border-left:3px solid #999;padding-left:1em;margin-top:2em}
.mail-body img{max-width:100%;height:auto}`

interface Page {
  html: string
  warnings: Sentence[]
}

/** Page settings: `plain` omits styles, for a target without layout. */
interface Making {
  plain: boolean
  losses: BodyLosses
  imageBytes: number
  warnings: Sentence[]
}

/** A message as a standalone HTML page: header, body, attachment list and attached messages. */
export function messagePage(message: Message, form: 'page' | 'plain' | 'typeset'): Page {
  const plain = form !== 'page'
  const losses = {
    remoteImages: 0,
    missingImages: 0,
    scripts: 0,
    remoteStyles: 0,
    styles: 0,
    layoutTables: 0,
  }
  const making: Making = { plain, losses, imageBytes: 0, warnings: [] }
  const body = section(message, making, 1)
  const title = escapeHtml(oneLine(message.subject) || 'Message')
  const style = plain ? '' : `<style>${STYLE}</style>`
  const html = `<!doctype html>
<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${title}</title>${style}</head>
<body>${body}</body></html>\n`
  return {
    html,
    warnings: [...new Set([...making.warnings, ...lossWarnings(losses, form === 'typeset')])].slice(0, 100),
  }
}

function section(message: Message, making: Making, level: number): string {
  making.warnings.push(...message.warnings)
  const images = imagesOf(message.attachments, making)
  const unused = new Set(images.keys())
  const body = bodyOf(message, making, images, unused)
  const listed = message.attachments.filter(
    ({ contentId }) => contentId === '' || !images.has(contentId) || unused.has(contentId),
  )
  const calendars = listed
    .filter(({ mimeType }) => mimeType === 'text/calendar')
    .map(calendar)
    .join('')
  const inner = message.messages
    .map((one) => `<div class="mail-inner">${section(one, making, level + 1)}</div>`)
    .join('')
  return `${head(message, making, level)}<div class="mail-body">${body}</div>${calendars}${files(listed)}${inner}`
}

/** The subject is the title for targets that render the title as a heading. */
function head({ subject, from, to, cc, bcc, date }: Message, { plain }: Making, level: number): string {
  const name = escapeHtml(oneLine(subject) || '(no subject)')
  const title = plain && level === 1 ? '' : `<h${Math.min(level, 6)}>${name}</h${Math.min(level, 6)}>`
  const rows: [string, string][] = [
    ['From', people(from)],
    ['To', people(to)],
    ['Cc', people(cc)],
    ['Bcc', people(bcc)],
    ['Date', escapeHtml(oneLine(date))],
    // Otherwise it is the heading.
    ['Subject', title === '' ? name : ''],
  ]
  const lines = rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `<p><b>${label}:</b> ${value}</p>`)
  return `<div class="mail-head">${title}${lines.join('\n')}</div>${plain ? '<hr>' : ''}`
}

const MOST_PEOPLE = 500

function people(mailboxes: readonly Mailbox[]): string {
  const shown = mailboxes.slice(0, MOST_PEOPLE).map(({ name, address }) => {
    const [text, at] = [escapeHtml(oneLine(name)), escapeHtml(oneLine(address))]
    if (text === '' || text === at) return at
    return at === '' ? text : `${text} &lt;${at}&gt;`
  })
  const more = mailboxes.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function bodyOf(message: Message, making: Making, images: Map<string, string>, unused: Set<string>): string {
  const { losses, plain } = making
  if (message.html !== null && message.html.trim() !== '')
    return cleanHtml(message.html, { images, unused, losses, plain })
  const text = (message.text ?? '').replace(/\r\n?/g, '\n').trimEnd()
  if (text === '') return ''
  if (!plain) return `<div class="mail-text">${escapeHtml(text)}</div>`
  const paragraphs = text.split(/\n{2,}/).map((one) => `<p>${escapeHtml(one).replace(/\n/g, '<br>\n')}</p>`)
  return paragraphs.join('\n')
}

/** The images of the body as `data:` URLs by Content-ID. */
function imagesOf(attachments: readonly Attachment[], making: Making): Map<string, string> {
  const images = new Map<string, string>()
  for (const { contentId, mimeType, bytes } of attachments) {
    if (contentId === '' || !IMAGE_TYPES.test(mimeType)) continue
    if (making.imageBytes + bytes.length > MOST_IMAGE_BYTES) {
      making.warnings.push(
        sentence`Images of more than 20 MB together are not put into the page; the rest is listed with the attachments.`,
      )
      break
    }
    making.imageBytes += bytes.length
    images.set(contentId, `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`)
  }
  return images
}

function calendar({ bytes }: Attachment): string {
  const text = calendarText(Buffer.from(bytes).toString('utf8'))
  return text === '' ? '' : `<p><b>Calendar:</b></p><p>${escapeHtml(text).replace(/\n/g, '<br>\n')}</p>`
}

function files(attachments: readonly Attachment[]): string {
  if (attachments.length === 0) return ''
  const items = attachments.map(
    (one, index) => `<li>${escapeHtml(attachmentName(one, index + 1))} (${sizeOf(one.bytes.length)})</li>`,
  )
  return `<div class="mail-files"><p><b>Attachments:</b></p><ul>${items.join('\n')}</ul></div>`
}

function sizeOf(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

function lossWarnings(losses: BodyLosses, typeset: boolean): Sentence[] {
  const { remoteImages, missingImages, scripts, remoteStyles, styles, layoutTables } = losses
  return [
    ...(remoteImages > 0
      ? [
          sentence`${plural(remoteImages, '# remote image was', '# remote images were')} not loaded; the text of each stands in its place.`,
        ]
      : []),
    ...(missingImages > 0
      ? [
          sentence`${plural(missingImages, '# image was', '# images were')} not found in the message and left out.`,
        ]
      : []),
    ...(scripts > 0 ? [sentence`${plural(scripts, '# script was', '# scripts were')} left out.`] : []),
    ...(typeset && styles > 0
      ? [sentence`The styles of the message were not applied: the PDF keeps its content, not its layout.`]
      : []),
    ...(layoutTables > 0 ? [sentence`Tables that only arrange the message were written as paragraphs.`] : []),
    ...(remoteStyles > 0
      ? [sentence`${plural(remoteStyles, '# remote style was', '# remote styles were')} not loaded.`]
      : []),
  ]
}

const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 2000)

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
