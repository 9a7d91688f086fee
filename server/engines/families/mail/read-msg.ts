import MsgReaderModule, { type FieldsData } from '@kenjiuno/msgreader'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { checkCompound } from './check-compound.ts'
import { damagedMessage, encryptedMessage } from './failures.ts'
import { type Attachment, type Mailbox, type Message, MOST_ATTACHMENTS, MOST_DEPTH } from './message.ts'
import { readEml } from './read-eml.ts'
import { decodePage, rtfBody } from './rtf-body.ts'

// The package is CommonJS, so Node nests its default export.
const MsgReader = (MsgReaderModule as unknown as { default: typeof MsgReaderModule }).default

type Reader = InstanceType<typeof MsgReader>

/**
 * Reads an Outlook message with its attached messages.
 * @throws EngineFailure source_damaged, source_encrypted, source_unsupported for contacts, tasks
 * and similar items
 */
export async function readMsg(bytes: Buffer): Promise<Message> {
  checkCompound(bytes)
  let reader: Reader
  let fields: FieldsData
  try {
    reader = new MsgReader(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    )
    fields = reader.getFileData()
  } catch (error) {
    throw damagedMessage(error)
  }
  if (fields.error) throw damagedMessage(fields.error)
  return messageOf(fields, reader, 0)
}

async function messageOf(fields: FieldsData, reader: Reader, depth: number): Promise<Message> {
  const kind = fields.messageClass ?? ''
  if (depth === 0 && /^IPM\.(Contact|Task|StickyNote|Activity|DistList)/i.test(kind)) throw noMessage()
  const recipients = (wanted: string) =>
    (fields.recipients ?? []).filter(({ recipType = 'to' }) => recipType === wanted).map(recipient)
  const sent = headerOf(fields.headers ?? '', 'date')
  const message: Message = {
    subject: fields.subject ?? '',
    from: sender(fields),
    to: recipients('to'),
    cc: recipients('cc'),
    bcc: recipients('bcc'),
    date: sent || fields.clientSubmitTime || fields.messageDeliveryTime || '',
    messageId: fields.messageId ?? '',
    ...bodyOf(fields),
    attachments: [],
    messages: [],
    warnings: [],
  }
  await addAttachments(fields, reader, message, depth)
  return message
}

const noMessage = () =>
  new EngineFailure(
    'source_unsupported',
    sentence`The file holds a contact, a task or a note of Outlook and no message. Choose a file with a message.`,
  )

async function addAttachments(
  fields: FieldsData,
  reader: Reader,
  message: Message,
  depth: number,
): Promise<void> {
  const given = fields.attachments ?? []
  if (given.length > MOST_ATTACHMENTS)
    message.warnings.push(
      sentence`${given.length - MOST_ATTACHMENTS} attachments were left out: a message may have ${MOST_ATTACHMENTS}.`,
    )
  for (const one of given.slice(0, MOST_ATTACHMENTS)) {
    if (one.innerMsgContentFields && depth < MOST_DEPTH) {
      message.messages.push(await messageOf(one.innerMsgContentFields, reader, depth + 1))
      continue
    }
    const attachment = attachmentOf(one, reader)
    if (!attachment) {
      message.warnings.push(
        sentence`An attachment that is only linked or is a drawing of Outlook was left out.`,
      )
      continue
    }
    // Outlook stores a signed message as its full MIME text in one attachment.
    const isWrapped = /^IPM\.Note\.SMIME/i.test(fields.messageClass ?? '') && given.length === 1
    if (isWrapped) takeOver(message, await readEml(asMime(attachment)))
    else message.attachments.push(attachment)
  }
}

/** The content of a signed message as MIME with a header: opaque ones are only the signature. */
function asMime({ mimeType, bytes }: Attachment): Uint8Array {
  if (!/pkcs7-mime/.test(mimeType) && bytes[0] !== 0x30) return bytes
  const body = Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')
  return Buffer.from(
    `Content-Type: application/pkcs7-mime; name="smime.p7m"\r\nContent-Transfer-Encoding: base64\r\n\r\n${body}\r\n`,
  )
}

function takeOver(message: Message, inner: Message): void {
  if (inner.html === null && inner.text === null && inner.attachments.length === 1)
    throw encryptedMessage('S/MIME')
  message.html = inner.html
  message.text = inner.text
  message.attachments.push(...inner.attachments)
  message.messages.push(...inner.messages)
}

function attachmentOf(one: FieldsData, reader: Reader): Attachment | null {
  if (one.dataId === undefined) return null
  try {
    const { content } = reader.getAttachment(one)
    return {
      name: one.fileName || one.name || one.fileNameShort || '',
      mimeType: (one.attachMimeTag ?? typeOfName(one.fileName ?? '')).toLowerCase(),
      bytes: content,
      contentId: one.pidContentId ?? '',
    }
  } catch {
    return null
  }
}

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  ics: 'text/calendar',
}

const typeOfName = (name: string) =>
  TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'

function bodyOf(fields: FieldsData): Pick<Message, 'html' | 'text'> {
  const { html, bodyHtml, body, compressedRtf, internetCodepage } = fields
  if (html && html.length > 0) return { html: decodePage(html, internetCodepage), text: body ?? null }
  if (bodyHtml) return { html: bodyHtml, text: body ?? null }
  const rtf = compressedRtf ? rtfBody(compressedRtf) : null
  return { html: rtf?.html ?? null, text: body || rtf?.text || null }
}

function sender(fields: FieldsData): Mailbox[] {
  const { senderName = '', senderSmtpAddress, senderEmail, creatorSMTPAddress } = fields
  const address = [senderSmtpAddress, senderEmail, creatorSMTPAddress].find((one) => one?.includes('@')) ?? ''
  return senderName || address ? [{ name: senderName, address }] : []
}

/** In Exchange, `email` is a directory name (`/o=…`) that is meaningless to users. */
function recipient({ name = '', email, smtpAddress }: FieldsData): Mailbox {
  return { name, address: [smtpAddress, email].find((one) => one?.includes('@')) ?? '' }
}

function headerOf(headers: string, name: string): string {
  const line = headers.split(/\r?\n(?![ \t])/).find((one) => one.toLowerCase().startsWith(`${name}:`))
  return (
    line
      ?.slice(name.length + 1)
      .replace(/\s+/g, ' ')
      .trim() ?? ''
  )
}
