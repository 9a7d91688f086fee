import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { signUp } from './accounts.ts'
import type { Checks, Send } from './check.ts'
import { HttpClient } from './client.ts'
import { corpusFile } from './corpus-file.ts'
import { expectJson, expectNothing, INSTANT, LIST, NUMBER, TEXT, UUID } from './shapes.ts'
import { World } from './world.ts'

const SCAN = '/api/v1/pdf_handler/scan'

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const photo = () => corpusFile('images/turned.jpg')

/** A session of an account of its own, whose phone has nothing of it but the pairing token. */
async function pairedSession({ url, mailbox }: World) {
  const account = await signUp(url)
  const desk = new World(url, account.client, mailbox, account)
  const session = await desk.get('POST', `${SCAN}/sessions/`, { json: {} }, 201)
  return { desk, session, token: session.pairing_token as string }
}

/** Sends a photo as a phone does; answers its page. */
async function addPage(send: Send | World, token: string) {
  const form = { page_id: randomUUID(), pairing_token: token, file: photo() }
  const answer =
    send instanceof World
      ? await send.client.request('POST', `${SCAN}/pair/pages/`, { form })
      : await send({ form })
  expectJson(answer, 201, { page_id: form.page_id, position: NUMBER, state: 'ready', width: NUMBER })
  return form.page_id
}

export const scanChecks: Checks = {
  [`POST ${SCAN}/sessions/`]: async (send) => {
    const answer = await send({ json: { title: 'Delivery notes' } })
    expectJson(answer, 201, {
      ...{ session_id: UUID, status: 'waiting', code: TEXT, pairing_url: TEXT, pairing_token: TEXT },
      ...{ expires_at: INSTANT, revision: 1, pages: [], title: 'Delivery notes' },
    })
  },
  [`GET ${SCAN}/sessions/{session_id}/`]: async (send, world) => {
    const { session_id } = await world.get('POST', `${SCAN}/sessions/`, { json: {} }, 201)
    const answer = await send({}, { session_id })
    expectJson(answer, 200, { session_id, status: 'waiting', revision: NUMBER, pages: LIST, phones: LIST })
    expect(answer.body).not.toHaveProperty('pairing_token')
  },
  [`POST ${SCAN}/sessions/{session_id}/finalize/`]: async (send, world) => {
    const { session_id, pairing_token } = await world.get('POST', `${SCAN}/sessions/`, { json: {} }, 201)
    await addPage(new World(world.url, new HttpClient(world.url), world.mailbox), pairing_token)
    const answer = await send({ json: { page_size: 'a4' } }, { session_id })
    expectJson(answer, 202, { conversion_id: UUID, id: UUID, status: 'pending', state: 'pending' })
    const done = await world.settled(`/api/v1/docs_core/conversion/${answer.body.conversion_id}/`)
    expect(done).toMatchObject({ status: 'completed', operation: 'scan', output: { pages: 1 } })
  },
  [`GET ${SCAN}/pair/`]: {
    with: ['pairing token'],
    run: async (send, world) => {
      const { session, token } = await pairedSession(world)
      const answer = await send({ headers: bearer(token) })
      expectJson(answer, 200, { session_id: session.session_id, pages: [] })
    },
  },
  [`POST ${SCAN}/pair/pages/`]: {
    with: ['none'],
    run: async (send, world) => {
      const { desk, session, token } = await pairedSession(world)
      const page_id = await addPage(send, token)
      const seen = await desk.get('GET', `${SCAN}/sessions/${session.session_id}/`)
      expect(seen.pages).toMatchObject([{ page_id, state: 'ready' }])
    },
  },
  [`DELETE ${SCAN}/pair/pages/{page_id}/`]: {
    with: ['pairing token'],
    run: async (send, world) => {
      const { desk, session, token } = await pairedSession(world)
      const page_id = await addPage(world, token)
      expectNothing(await send({ headers: bearer(token) }, { page_id }))
      expect((await desk.get('GET', `${SCAN}/sessions/${session.session_id}/`)).pages).toEqual([])
    },
  },
}
