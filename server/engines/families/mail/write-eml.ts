import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mailbox, Message } from './message.ts'
import { attachmentName } from './names.ts'

/** Writes an Internet message (RFC 5322). Attached messages become message attachments. */
export async function writeEml(message: Message): Promise<Buffer> {
  const inner = await Promise.all(message.messages.map(writeEml))
  const composer = new MailComposer({
    from: addresses(message.from)[0],
    to: addresses(message.to),
    cc: addresses(message.cc),
    bcc: addresses(message.bcc),
    subject: message.subject,
    ...(message.messageId && { messageId: message.messageId }),
    ...(isDate(message.date) && { date: message.date }),
    ...(message.text !== null && { text: message.text }),
    ...(message.html !== null && { html: message.html }),
    attachments: [
      ...message.attachments.map((one, index) => ({
        filename: attachmentName(one, index + 1),
        contentType: one.mimeType,
        content: Buffer.from(one.bytes),
        ...(one.contentId && { cid: one.contentId }),
      })),
      ...inner.map((content) => ({ content, contentType: 'message/rfc822' })),
    ],
    // Prevents nodemailer from reading files and URLs that the message names.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const compiled = composer.compile()
  compiled.keepBcc = true
  return compiled.build()
}

const addresses = (mailboxes: readonly Mailbox[]) =>
  mailboxes.filter(({ address }) => address !== '').map(({ name, address }) => ({ name, address }))

/** A valid RFC 5322 date is kept unchanged, which preserves its zone. */
const isDate = (text: string) =>
  /^([A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(:\d\d)? ([+-]\d{4}|[A-Z]{1,5})$/.test(text)
