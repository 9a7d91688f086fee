import { expect } from 'vitest'
import { signUp } from './accounts.ts'
import type { Checks } from './check.ts'
import { expectJson, INSTANT, LIST, TEXT, UUID } from './shapes.ts'
import { STROKE, World } from './world.ts'

const SIGNING = '/api/v1/pdf_handler/signing'
const SIGNATURE = { consent: true, signature: { how: 'drawn', picture: STROKE } }

export const signingChecks: Checks = {
  [`POST ${SIGNING}/sessions/`]: async (send, world) => {
    const json = await world.signingRequest()
    const email = json.recipients[0]?.email as string
    const answer = await send({ json })
    expectJson(answer, 201, { session_id: UUID, status: 'open', state: 'open', recipients: LIST })
    const [recipient] = answer.body.recipients
    expect(recipient).toMatchObject({ email, token: TEXT, sign_url: TEXT })
    expect(new URL(recipient.sign_url).pathname).toContain(recipient.token)
    expect(await world.mailbox.signingLink(email)).toBe(recipient.sign_url)
    expectJson(await send({ json: { ...json, draft: true } }), 201, { status: 'draft', state: 'draft' })
  },
  [`GET ${SIGNING}/sessions/{session_id}/`]: async (send, world) => {
    const { session, token } = await world.signingSession()
    const answer = await send({}, { session_id: session.session_id })
    expectJson(answer, 200, { session_id: session.session_id, status: 'open', recipients: [{ token }] })
  },
  [`GET ${SIGNING}/sign/{token}/`]: async (send, world) => {
    const { token } = await (await owner(world)).signingSession()
    const answer = await send({}, { token })
    expectJson(answer, 200, { me: { name: 'Ana Ruiz' }, document: { pages: 2 }, fields: LIST })
    expect(answer.body.fields).toHaveLength(1)
  },
  [`POST ${SIGNING}/sign/{token}/`]: async (send, world) => {
    const of = await owner(world)
    const { session, token } = await of.signingSession()
    expectJson(await send({ json: SIGNATURE }, { token }), 200, { acted_at: INSTANT })
    await of.settledSession(session.session_id)
  },
  [`POST ${SIGNING}/sign/{token}/decline/`]: async (send, world) => {
    const of = await owner(world)
    const { session, token } = await of.signingSession()
    expectJson(await send({ json: { reason: 'The rent is wrong.' } }, { token }), 200, {})
    expect(await of.get('GET', `${SIGNING}/sessions/${session.session_id}/`)).toMatchObject({
      status: 'declined',
    })
  },
}

/**
 * An account of its own that sends documents: the caller has nothing of it but a recipient’s token.
 */
async function owner({ url, mailbox }: World): Promise<World> {
  const account = await signUp(url)
  return new World(url, account.client, mailbox, account)
}
