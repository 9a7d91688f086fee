import { createTransport } from 'nodemailer'
import { DeliveryError } from '../core/delivery-error.ts'
import { type Mail, mailOptions, type Sender } from './mail-options.ts'

const STEP_MS = 15_000
const WHOLE_MS = 60_000

/**
 * What nodemailer's errors carry: its own code, and the server's three digits where it has spoken.
 */
interface SmtpFault extends Error {
  code?: string
  responseCode?: number
}

/**
 * Hands mail to an SMTP server. `smtps://` speaks TLS from the first byte, `smtp://` as soon as the
 * server offers it, and `smtp://…?requireTLS=true` not without it. A connection for each mail: they
 * are few, and an idle one breaks unseen.
 */
export function openSmtpMail(url: string, from: Sender) {
  const transport = createTransport({
    url,
    dnsTimeout: STEP_MS,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
  })
  const { host } = new URL(url)
  return {
    deliver: async (mail: Mail, id: string): Promise<void> => {
      const options = mailOptions(mail, id, from)
      await transport.sendMail({ ...options, signal: AbortSignal.timeout(WHOLE_MS) }).catch((error) => {
        throw explain(error, host)
      })
    },
    probe: async (): Promise<void> => {
      await transport.verify().catch((error) => {
        throw explain(error, host)
      })
    },
  }
}

function explain(error: SmtpFault, host: string): DeliveryError {
  const { code, responseCode = 0 } = error
  const said = responseCode ? ` (${responseCode})` : ''
  // The server's own words may repeat the mail, so that only its number is passed on.
  if (code === 'EAUTH' || code === 'ENOAUTH')
    return new DeliveryError(`${host} does not take the user name and password of SMTP_URL${said}.`, {
      cause: error,
    })
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return new DeliveryError(
      code === 'EENVELOPE'
        ? `${host} does not take mail for this address${said}.`
        : `${host} does not take this mail${said}.`,
      { cause: error, final: responseCode >= 500 },
    )
  if (code === 'ETLS' || code === 'EREQUIRETLS')
    return new DeliveryError(`No safe connection to ${host} could be made.`, { cause: error })
  return new DeliveryError(`${host} could not be reached, or did not answer in time${said}.`, {
    cause: error,
  })
}
