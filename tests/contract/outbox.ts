import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { until } from '../server/process.ts'

/**
 * What an instance without a mail server keeps in its folder instead of sending it, as a person's
 * mailbox and phone.
 */
export class Outbox {
  readonly #folder: string
  /** Read before: a code is used once, and the next one asked for is a newer one. */
  readonly #read = new Set<string>()
  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'outbox')
  }

  /** The six digits of the newest unread message to this address or number. */
  code(to: string): Promise<string> {
    return this.#find(to, /(?<![\w#&+-])\d{6}(?![\w-])/)
  }

  /** The whole address of the link in the newest unread message. */
  link(to: string): Promise<string> {
    return this.#find(to, /https?:\/\/[^\s"<>]+#token=[\w.~-]+/)
  }

  /** The whole address of the link of an invitation, in the newest unread message. */
  invitationLink(to: string): Promise<string> {
    return this.#find(to, /https?:\/\/[^\s"<>]+\/invitation#token=[\w.~-]+/)
  }

  /** The whole address of the page on which somebody is to sign, from the newest unread message. */
  signingLink(to: string): Promise<string> {
    return this.#find(to, /https?:\/\/[^\s"<>]+\/sign\/[\w-]{20,}/)
  }

  #find(to: string, what: RegExp): Promise<string> {
    return until(30, async () => {
      // Names begin with the time, so the newest is last.
      for (const name of readdirSync(this.#folder).sort().reverse()) {
        if (this.#read.has(name)) continue
        const { head, text } = readMessage(readFileSync(join(this.#folder, name), 'latin1'))
        const found = isTo(head, to) && what.exec(text)?.[0]
        if (!found) continue
        this.#read.add(name)
        return found
      }
      return undefined
    })
  }
}

/** Head and words of a message, whichever way its parts are encoded. */
export function readMessage(raw: string): { head: string; text: string } {
  const lines = raw.replaceAll('\r\n', '\n')
  const at = lines.indexOf('\n\n')
  const head = lines.slice(0, at).replace(/\n[ \t]+/g, ' ')
  const body = lines.slice(at + 2)
  const boundary = /boundary="?([^";\n]+)/i.exec(head)?.[1]
  if (boundary) {
    const parts = body.split(`--${boundary}`).slice(1, -1)
    return { head, text: parts.map((part) => readMessage(part.replace(/^\n/, '')).text).join('\n') }
  }
  const encoding = /content-transfer-encoding: *(\S+)/i.exec(head)?.[1]?.toLowerCase()
  return { head, text: decode(body, encoding) }
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString()
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const steps = new Map<string, number>()

/**
 * What an authenticator app shows, one step on each time: a code works once, and the next step's is
 * taken as well.
 */
export function totp(secret: string): string {
  const now = Math.floor(Date.now() / 30_000)
  const step = Math.max(now, (steps.get(secret) ?? 0) + 1)
  steps.set(secret, step)
  return new TOTP({ secret }).generate({ timestamp: step * 30_000 })
}

/** Whole: "other-me@…" is not "me@…". */
const isTo = (head: string, to: string) =>
  new RegExp(`(^|[\\s<:])${to.replace(/[.+]/g, '\\$&')}($|[\\s>,])`, 'm').test(head)
