import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { readMapiProperties, textOf } from './mapi.ts'
import type { Attachment } from './message.ts'
import { decodePage, rtfBody } from './rtf-body.ts'

/** Attribute numbers. Source: [MS-OXTNEF] 2.1.3. */
const ATTRIBUTE = {
  codePage: 0x9007,
  messageProperties: 0x9003,
  renderData: 0x9002,
  title: 0x8010,
  data: 0x800f,
  attachmentProperties: 0x9005,
}
const SIGNATURE = 0x223e9f78
const BODY = 0x1000
const HTML = 0x1013
const RTF = 0x1009
const LONG_NAME = 0x3707
const MIME_TYPE = 0x370e
const CONTENT_ID = 0x3712

interface Opened {
  attachments: Attachment[]
  html: string | null
  text: string | null
  warnings: Sentence[]
}

/** Reads Outlook's `winmail.dat`: a body and attachments. Null if the bytes aren't TNEF. */
export function readTnef(given: Uint8Array): Opened | null {
  const bytes = Buffer.from(given)
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== SIGNATURE) return null
  const opened: Opened = { attachments: [], html: null, text: null, warnings: [] }
  let page = 1252
  let current: Attachment | null = null
  const complete = eachAttribute(bytes, (id, data) => {
    if (id === ATTRIBUTE.codePage && data.length >= 4) page = data.readUInt32LE(0)
    else if (id === ATTRIBUTE.renderData) {
      current = { name: '', mimeType: 'application/octet-stream', bytes: new Uint8Array(), contentId: '' }
      opened.attachments.push(current)
    } else if (id === ATTRIBUTE.messageProperties) readBody(data, page, opened)
    else if (!current) return
    else if (id === ATTRIBUTE.title) current.name ||= decodePage(data, page).split('\0')[0] ?? ''
    else if (id === ATTRIBUTE.data) current.bytes = data
    else if (id === ATTRIBUTE.attachmentProperties) describeAttachment(current, data, page)
  })
  if (!complete)
    opened.warnings.push(
      sentence`The part of Outlook (winmail.dat) is damaged; what follows the damage was not read.`,
    )
  return opened
}

/**
 * Calls `use` for each attribute.
 * @returns whether all were complete
 */
function eachAttribute(bytes: Buffer, use: (id: number, data: Buffer) => void): boolean {
  let at = 6
  while (at < bytes.length) {
    if (at + 9 > bytes.length) return false
    const [id, length] = [bytes.readUInt16LE(at + 1), bytes.readUInt32LE(at + 5)]
    const end = at + 9 + length
    if (end + 2 > bytes.length) return false
    use(id, bytes.subarray(at + 9, end))
    at = end + 2
  }
  return true
}

function readBody(data: Buffer, page: number, opened: Opened): void {
  const properties = readMapiProperties(data)
  const html = properties.get(HTML)
  const rtf = properties.get(RTF)
  const fromRtf = rtf ? rtfBody(rtf.bytes) : null
  opened.html = html ? textOf(html, page) : (fromRtf?.html ?? null)
  const text = properties.get(BODY)
  opened.text = text ? textOf(text, page) : (fromRtf?.text ?? null)
  if (rtf && !html && !text && !fromRtf)
    opened.warnings.push(sentence`The formatted text of Outlook (RTF) could not be read and was left out.`)
}

function describeAttachment(attachment: Attachment, data: Buffer, page: number): void {
  const properties = readMapiProperties(data)
  const text = (id: number) => {
    const found = properties.get(id)
    return found ? textOf(found, page) : ''
  }
  attachment.name = text(LONG_NAME) || attachment.name
  attachment.mimeType = text(MIME_TYPE) || attachment.mimeType
  attachment.contentId = text(CONTENT_ID)
}
