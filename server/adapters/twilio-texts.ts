import { Agent, request } from 'undici'
import { z } from 'zod'
import { DeliveryError } from '../core/delivery-error.ts'
import type { TextMessage } from './mail-options.ts'

const WHOLE_MS = 15_000
/** Response limit in bytes; a real one has about a kilobyte. */
const MAX_ANSWER = 65_536
/** Twilio's limit. */
const MAX_TEXT = 1600

const Fault = z.object({ code: z.number().optional(), message: z.string().optional() })

export interface TwilioSettings {
  url: string
  accountSid: string
  authToken: string
  from: string
}

/**
 * Sends text messages with Twilio's REST API, or a compatible one: a form to
 * `/2010-04-01/Accounts/{sid}/Messages.json`, 201 on success. A lost response leads to a retry, so
 * a text may arrive twice.
 */
export function openTwilioTexts({ url, accountSid, authToken, from }: TwilioSettings) {
  const base = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`, url)
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const agent = new Agent({ maxResponseSize: MAX_ANSWER })

  const ask = async (path: string, form?: URLSearchParams) => {
    try {
      const answer = await request(new URL(base.pathname + path, base), {
        dispatcher: agent,
        signal: AbortSignal.timeout(WHOLE_MS),
        method: form ? 'POST' : 'GET',
        headers: {
          authorization,
          accept: 'application/json',
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form && { body: form.toString() }),
      })
      return { status: answer.statusCode, body: await answer.body.text() }
    } catch (error) {
      throw new DeliveryError(`${base.host} could not be reached, or did not answer in time.`, {
        cause: error,
      })
    }
  }

  return {
    deliver: async ({ to, text }: TextMessage): Promise<void> => {
      if (!/^\+[1-9]\d{6,14}$/.test(to))
        throw new DeliveryError('The telephone number is not in the international form, +351….', {
          final: true,
        })
      const { status, body } = await ask(
        '/Messages.json',
        new URLSearchParams({ To: to, From: from, Body: text.slice(0, MAX_TEXT) }),
      )
      if (status !== 201) throw explain(status, body, base.host)
    },
    probe: async (): Promise<void> => {
      const { status, body } = await ask('.json')
      if (status !== 200) throw explain(status, body, base.host)
    },
    close: () => agent.close(),
  }
}

/**
 * Uses the error code (https://www.twilio.com/docs/api/errors): the error text may contain the
 * message or the phone number.
 */
function explain(status: number, body: string, host: string): DeliveryError {
  const { code } = Fault.catch({}).parse(safeJson(body))
  const said = ` (${code ? `error ${code}` : status})`
  if (status === 401 || status === 403)
    return new DeliveryError(`${host} does not take SMS_ACCOUNT_SID and SMS_AUTH_TOKEN${said}.`)
  if (status === 429) return new DeliveryError(`${host} takes no more messages for now${said}.`)
  if (status >= 400 && status < 500)
    return new DeliveryError(`${host} does not take a message for this number${said}.`, { final: true })
  return new DeliveryError(`${host} could not take the message${said}.`)
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
