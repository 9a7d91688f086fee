import MailComposer from 'nodemailer/lib/mail-composer'
import type { Mailbox, Message } from './message.ts'
import { attachmentName } from './names.ts'

/**
 * A message as an Internet message (RFC 5322). Messages inside it become attachments of their own
 * kind.
 */
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
    // Nothing that the message names is read from a file or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const compiled = composer.compile()
  compiled.keepBcc = true
  return compiled.build()
}

const addresses = (mailboxes: readonly Mailbox[]) =>
  mailboxes.filter(({ address }) => address !== '').map(({ name, address }) => ({ name, address }))

/** Kept as it stands where it is a date of RFC 5322, so that its zone stays. */
const isDate = (text: string) =>
  /^([A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(:\d\d)? ([+-]\d{4}|[A-Z]{1,5})$/.test(text)
