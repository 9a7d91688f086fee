import { fromBER } from 'asn1js'
import iconv from 'iconv-lite'
import { ContentInfo, SignedData } from 'pkijs'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { encryptedMessage } from './failures.ts'
import {
  type Attachment,
  type Mailbox,
  type Message,
  MOST_ATTACHMENTS,
  MOST_DEPTH,
  MOST_MESSAGES,
  type Reading,
} from './message.ts'
import { readTnef } from './tnef.ts'

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const ENVELOPED = ['1.2.840.113549.1.7.3', '1.2.840.113549.1.9.16.1.23']

/**
 * The content of an opaque S/MIME signature (RFC 8551, 3.5.2), or null without one.
 * @throws EngineFailure source_encrypted
 */
function unwrapSigned(bytes: Uint8Array): Uint8Array | null {
  let info: ContentInfo
  try {
    const { result } = fromBER(bytes.slice().buffer)
    info = new ContentInfo({ schema: result })
  } catch {
    return null
  }
  if (ENVELOPED.includes(info.contentType)) throw encryptedMessage('S/MIME')
  if (info.contentType !== SIGNED_DATA) return null
  try {
    const content = new SignedData({ schema: info.content }).encapContentInfo.eContent
    return content ? new Uint8Array(content.getValue()) : null
  } catch {
    return null
  }
}

const NESTING = 64
const HEADER_BYTES = 2 * 1024 * 1024

/**
 * Reads an Internet message (RFC 5322, MIME) with its attached messages.
 * @throws EngineFailure source_encrypted for S/MIME and PGP, source_too_complex for deep nesting
 */
export async function readEml(
  bytes: Uint8Array,
  reading: Reading = { messages: 0 },
  depth = 0,
): Promise<Message> {
  reading.messages += 1
  const email = await parse(bytes)
  const message: Message = {
    subject: email.subject ?? '',
    from: mailboxes(email.from ? [email.from] : []),
    to: mailboxes(email.to),
    cc: mailboxes(email.cc),
    bcc: mailboxes(email.bcc),
    date: email.headers.find(({ key }) => key === 'date')?.value.slice(0, 200) ?? '',
    messageId: email.messageId ?? '',
    html: email.html ?? null,
    text: email.text ?? null,
    attachments: [],
    messages: [],
    warnings: [],
  }
  if (isUtf7(bytes)) {
    message.html &&= iconv.decode(Buffer.from(message.html), 'utf-7')
    message.text &&= iconv.decode(Buffer.from(message.text), 'utf-7')
  }
  const found = email.attachments.map(attachmentOf)
  const left = found.length - MOST_ATTACHMENTS
  if (left > 0)
    message.warnings.push(
      sentence`${left} attachments were left out: a message may have ${MOST_ATTACHMENTS}.`,
    )
  for (const attachment of found.slice(0, MOST_ATTACHMENTS)) await place(attachment, message, reading, depth)
  return message
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth: NESTING,
      maxHeadersSize: HEADER_BYTES,
    })
  } catch (error) {
    throw new EngineFailure(
      'source_too_complex',
      sentence`The message has too many nested parts or too long headers, so it was not opened. Save it again from the mail program.`,
      { cause: error },
    )
  }
}

/** Assigns a part: opens messages and containers of mail programs; others become attachments. */
async function place(
  attachment: Attachment,
  message: Message,
  reading: Reading,
  depth: number,
): Promise<void> {
  const { mimeType, bytes, name } = attachment
  const deeper = depth < MOST_DEPTH && reading.messages < MOST_MESSAGES
  if (/^application\/(x-)?pkcs7-mime$/.test(mimeType) && deeper) {
    const content = unwrapSigned(bytes)
    if (content) return merge(message, await readEml(content, reading, depth + 1))
  }
  if (mimeType === 'application/pgp-encrypted') throw encryptedMessage('PGP')
  if (mimeType === 'message/rfc822' && deeper) {
    message.messages.push(await readEml(bytes, reading, depth + 1))
    return
  }
  if (mimeType === 'application/ms-tnef' || /^winmail\.dat$/i.test(name)) {
    const opened = readTnef(bytes)
    if (opened) {
      message.attachments.push(...opened.attachments)
      message.html ??= opened.html
      message.text ??= opened.text
      message.warnings.push(...opened.warnings)
      return
    }
  }
  message.attachments.push(attachment)
}

/** Adopts the content of a signed part; keeps the outer message's header. */
function merge(message: Message, inner: Message): void {
  message.html ??= inner.html
  message.text ??= inner.text
  message.attachments.push(...inner.attachments)
  message.messages.push(...inner.messages)
  message.warnings.push(...inner.warnings)
}

function attachmentOf(given: Email['attachments'][number]): Attachment {
  const { content } = given
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
  return {
    name: given.filename ?? '',
    mimeType: given.mimeType,
    bytes,
    contentId: (given.contentId ?? '').replace(/^<|>$/g, ''),
  }
}

function mailboxes(addresses: readonly Address[] = []): Mailbox[] {
  return addresses.flatMap((address) =>
    address.group
      ? [{ name: `${address.name}:`, address: '' }, ...address.group]
      : [{ name: address.name, address: address.address }],
  )
}

/**
 * Whether all texts of a message are UTF-7, which TextDecoder doesn't support. Source: RFC 2152.
 */
function isUtf7(bytes: Uint8Array): boolean {
  const charsets =
    Buffer.from(bytes)
      .toString('latin1')
      .match(/charset="?[\w-]+/gi) ?? []
  return charsets.length > 0 && charsets.every((charset) => /utf-7$/i.test(charset))
}
