import type { Message, Messages } from '../platform.ts'
import type { Sender } from './mail-options.ts'
import { openOutbox } from './outbox.ts'
import { openSmtpMail } from './smtp-mail.ts'
import { openTwilioTexts, type TwilioSettings } from './twilio-texts.ts'

export interface CarrierSettings {
  /** The folder for messages without a transport; null for none. */
  outbox: string | null
  from: Sender
  smtpUrl: string | null
  twilio: TwilioSettings | null
}

/**
 * Routes each kind of message to its transport. Without a transport, a message stays in its row and
 * is written to the outbox folder.
 */
export function openMessages(settings: CarrierSettings): Messages & { close(): Promise<void> } {
  const outbox = settings.outbox ? openOutbox(settings.outbox, settings.from) : null
  const mail = settings.smtpUrl ? openSmtpMail(settings.smtpUrl, settings.from) : null
  const texts = settings.twilio ? openTwilioTexts(settings.twilio) : null
  return {
    carries: { mail: mail !== null, sms: texts !== null },
    deliver: async (message: Message, id: string) => {
      if (message.kind === 'mail' && mail) await mail.deliver(message, id)
      else if (message.kind === 'sms' && texts) await texts.deliver(message)
      else await outbox?.deliver(message, id)
    },
    probe: async () => {
      await Promise.all([(mail ?? outbox)?.probe(), (texts ?? outbox)?.probe()])
    },
    close: async () => {
      await texts?.close()
    },
  }
}
