import { Secret, TOTP } from 'otpauth'
import { Client, signUp, type TestServer } from './harness.ts'

export const MFA = '/auth/api/v1/social/mfa'
export const PASSWORD = 'correct horse'

export const auth = (path: string) => `/api/v1/user/auth/${path}/`
let people = 0
/** What somebody types who is not here yet. */
export const newcomer = () => {
  const username = `newcomer${process.pid}x${++people}`
  return { username, email: `${username}@mail.example`, password: PASSWORD }
}

/** What an authenticator app would show; `steps` further on, since a code works once. */
export const totpCode = (secret: string, at = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: at })

/**
 * The last message that was written to somebody, as it waits to be carried or is kept in the
 * outbox.
 */
export async function lastMessage(
  server: TestServer,
  to: string,
): Promise<{ subject: string; text: string }> {
  const { rows } = await server.platform.db.execute<{ subject: string | null; text: string | null }>(
    `select subject, text from messages where recipient = '${to.replaceAll("'", '')}' order by created_at desc, id limit 1`,
  )
  const [row] = rows
  if (!row) throw new Error(`nothing was sent to ${to}`)
  return { subject: row.subject ?? '', text: row.text ?? '' }
}

export const codeIn = ({ text }: { text: string }) => /\b(\d{6})\b/.exec(text)?.[1] as string
export const tokenIn = ({ text }: { text: string }) => /#token=([\w-]+)/.exec(text)?.[1] as string

/** Moves the instance's clock; time passes on from there. */
export function setClock(server: TestServer, ahead: number) {
  server.platform.clock = () => new Date(Date.now() + ahead)
}

/** Somebody with an authenticator app, signed in. */
export async function withApp(server: TestServer) {
  const client = await signUp(server.url)
  const { body } = await client.json('POST', `${MFA}/setup/totp/`)
  const secret = body.secret as string
  const confirmed = await client.json('POST', `${MFA}/setup/totp/confirm/`, { code: totpCode(secret) })
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body))
  const codes: string[] = confirmed.body.backup_codes.codes
  return Object.assign(client, { secret, codes, email: `${client.username}@mail.example` })
}

/** A browser of its own in which somebody's password was right. */
export async function halfSignedIn(server: TestServer, username: string, client = new Client(server.url)) {
  const answer = await logIn(client, username)
  if (!answer.body.mfa_required)
    throw new Error(`no second factor was asked for: ${JSON.stringify(answer.body)}`)
  return client
}

export const logIn = (client: Client, username: string, password = PASSWORD) =>
  client.json('POST', auth('login'), { username, password })
export const verify = (client: Client, method: string, code: string, more: object = {}) =>
  client.json('POST', `${MFA}/verify/`, { method, code, ...more })
export const me = (client: Client) => client.json('GET', '/api/v1/user/me/')
