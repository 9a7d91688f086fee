import { createTransport } from 'nodemailer'
import { DeliveryError } from '../core/delivery-error.ts'
import { type Mail, mailOptions, type Sender } from './mail-options.ts'

const STEP_MS = 15_000
const WHOLE_MS = 60_000

/**
 * Fields of nodemailer's errors: its code, and the server's three-digit reply code if there is one.
 */
interface SmtpFault extends Error {
  code?: string
  responseCode?: number
}

/**
 * Sends mail to an SMTP server. `smtps://` uses TLS from the start, `smtp://` if the server offers
 * STARTTLS, and `smtp://…?requireTLS=true` requires it. Opens a connection per mail: mail is rare,
 * and an idle connection breaks unnoticed.
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
  // The server's text may quote the mail, so only its code is passed on.
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
