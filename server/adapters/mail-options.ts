import type { SendMailOptions } from 'nodemailer'
import { DeliveryError } from '../core/delivery-error.ts'
import type { Message } from '../platform.ts'

export type Mail = Extract<Message, { kind: 'mail' }>
export type TextMessage = Extract<Message, { kind: 'sms' }>

/** Who mail comes from. */
export interface Sender {
  name: string
  address: string
}

/** One address, and nothing that could be read as a second one, a header or a comment. */
const ADDRESS = /^[^\s<>()[\]\\,;:"]+@[^\s<>()[\]\\,;:"@]+$/

/**
 * A mail as the library takes it. Addresses are given as such and never as text to be read, and
 * neither files nor addresses are fetched into it. The Message-ID follows from the message's own
 * id, so that a copy of a second try is known as one.
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
    // Out-of-office answers to these help nobody (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
