import { expect } from 'vitest'
import type { SigningField, SigningSession } from '../../contract/signing.ts'
import { aPdf } from './a-pdf.ts'
import { type Caller, PIXEL, STROKE, type Target } from './caller.ts'

export const SIGNING = '/api/v1/pdf_handler/signing/'
export const SESSIONS = `${SIGNING}sessions/`
const UPLOAD = '/api/v1/user/storage/files/upload/'
export const NOBODYS = '00000000-0000-4000-8000-000000000000'
const DRAWN = { how: 'drawn', picture: STROKE }
/** It says that it is an image, and is none. */
export const TORN = btoa(`${atob(PIXEL).slice(0, 33)}${'torn'.repeat(10)}`)

export const rect = { x: 40, y: 60, width: 120, height: 40 }
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
let people = 0
export const person = (settings: object = {}) => ({
  id: crypto.randomUUID(),
  name: `Signer ${++people}`,
  email: `signer${people}.${Date.now().toString(36)}@mail.example`,
  ...settings,
})
type Person = ReturnType<typeof person>
export const field = (one: Person, settings: Partial<SigningField> = {}) => ({
  id: crypto.randomUUID(),
  recipient_id: one.id,
  kind: 'signature' as SigningField['kind'],
  places: [{ page: 1, rect }],
  ...settings,
})

/** Why something was refused; undefined where it was not. */
export const codeOf = async (answer: Promise<{ body: { code: string } }>) => (await answer).body?.code

/** What tests of signing do again and again. */
export function signingDesk({ signingLink }: Target) {
  const store = async (me: Caller, name = 'Lease.pdf', content: string | Blob = aPdf(2)) =>
    (await me.send(UPLOAD, [name, content], {})).body as { id: string; s3_key: string }
  /** A session, sent where nothing else is said. */
  const session = async (
    me: Caller,
    recipients: Person[],
    { content, ...settings }: { content?: Blob; [name: string]: unknown } = {},
  ) => {
    const file = await store(me, undefined, content)
    const made = await me.call('POST', SESSIONS, {
      file_id: file.id,
      recipients,
      fields: recipients.map((one) => field(one)),
      ...settings,
    })
    expect([made.status, made.body.code]).toEqual([201, undefined])
    const one: SigningSession = made.body
    return { one, at: `${SESSIONS}${one.id}/` }
  }
  /** Where the link that somebody was sent speaks to. */
  const linkOf = async ({ email }: Pick<Person, 'email'>) => {
    const token = /\/sign\/([\w-]+)/.exec(await signingLink(email))?.[1]
    return `${SIGNING}sign/${token}/`
  }
  const signs = (who: Caller, at: string, more: object = {}) =>
    who.call('POST', at, { consent: true, signature: DRAWN, ...more })
  const settled = async (me: Caller, at: string): Promise<SigningSession> => {
    for (;;) {
      const { body } = await me.call('GET', at)
      if (body.state !== 'sealing' || body.problem !== null) return body
    }
  }
  return { store, session, linkOf, signs, settled }
}
