import type { SendMailOptions } from 'nodemailer'
import { DeliveryError } from '../core/delivery-error.ts'
import type { Message } from '../platform.ts'

export type Mail = Extract<Message, { kind: 'mail' }>
export type TextMessage = Extract<Message, { kind: 'sms' }>

/** The From address of mail. */
export interface Sender {
  name: string
  address: string
}

/** One address, without characters that start a second address, a header or a comment. */
const ADDRESS = /^[^\s<>()[\]\\,;:"]+@[^\s<>()[\]\\,;:"@]+$/

/**
 * Options for the mail library. Addresses are passed as objects, never parsed from text, and files
 * and URLs are never fetched. The Message-ID derives from the message's id, so that a retry is
 * recognized as a duplicate.
 */
export function mailOptions(mail: Mail, id: string, from: Sender): SendMailOptions {
  if (!ADDRESS.test(mail.to) || mail.to.length > 320)
    throw new DeliveryError('The mail address is not one.', { final: true })
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject.replace(/\s+/g, ' '),
    text: mail.text,
    html: mail.html,
    messageId: `<${id}@${from.address.split('@').at(-1)}>`,
    // Suppresses out-of-office replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
