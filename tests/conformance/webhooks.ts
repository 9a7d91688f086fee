import { Webhook as Verifier } from 'standardwebhooks'
import { expect } from 'vitest'
import { openReceiver } from '../server/receiver.ts'
import type { Checks } from './check.ts'
import { BOOLEAN, expectJson, expectList, expectNothing, LIST, TEXT, UUID } from './shapes.ts'
import type { World } from './world.ts'

const WEBHOOKS = '/api/v1/webhooks/'
const ONE = `${WEBHOOKS}{webhook_id}/`
/** Nothing is sent to it: no resolver knows this host. */
const FIELDS = {
  url: 'https://hooks.invalid/filewright',
  events: ['conversion.*'],
  description: 'Order system',
  is_active: true,
}
const WEBHOOK = { webhook_id: UUID, url: TEXT, events: LIST, is_active: BOOLEAN }

const create = async (
  world: World,
  fields: object = FIELDS,
): Promise<{ webhook_id: string; secret: string }> => world.get('POST', WEBHOOKS, { json: fields }, 201)

export const webhookChecks: Checks = {
  [`GET ${WEBHOOKS}`]: async (send, world) => {
    const { webhook_id, secret } = await create(world)
    const answer = await send()
    expectList(answer, { ...WEBHOOK, ...FIELDS, webhook_id })
    expect(Buffer.from(answer.bytes).toString()).not.toContain(secret)
  },
  [`POST ${WEBHOOKS}`]: async (send, world) => {
    const answer = await send({ json: FIELDS })
    expectJson(answer, 201, { ...WEBHOOK, ...FIELDS, secret: TEXT })
    expectJson(await send({ json: { url: FIELDS.url } }), 201, { ...WEBHOOK, secret: TEXT })
    // Exactly once: no later answer has it.
    const { webhook_id } = answer.body
    expect(await world.get('GET', `${WEBHOOKS}${webhook_id}/`)).not.toHaveProperty('secret')
  },
  [`GET ${ONE}`]: async (send, world) => {
    const { webhook_id } = await create(world)
    const answer = await send({}, { webhook_id })
    expectJson(answer, 200, { ...WEBHOOK, ...FIELDS, webhook_id })
    expect(answer.body).not.toHaveProperty('secret')
  },
  [`PATCH ${ONE}`]: async (send, world) => {
    const { webhook_id } = await create(world)
    const changes = {
      url: 'https://hooks.invalid/other',
      events: ['*'],
      is_active: false,
      description: 'Archive',
    }
    // Any of them, then all.
    for (const [name, value] of Object.entries(changes))
      expectJson(await send({ json: { [name]: value } }, { webhook_id }), 200, { webhook_id, [name]: value })
    expectJson(await send({ json: FIELDS }, { webhook_id }), 200, { webhook_id, ...FIELDS })
    expect(await world.get('GET', `${WEBHOOKS}${webhook_id}/`)).toMatchObject(FIELDS)
  },
  [`DELETE ${ONE}`]: async (send, world) => {
    const { webhook_id } = await create(world)
    expectNothing(await send({}, { webhook_id }))
    for (const path of ['', 'deliveries/'])
      await world.get('GET', `${WEBHOOKS}${webhook_id}/${path}`, undefined, 404)
  },
  [`GET ${ONE}deliveries/`]: async (send, world) => {
    const { webhook_id } = await create(world)
    expectJson(await send({}, { webhook_id }), 200, { count: 0, results: [] })
    await world.get('POST', `${WEBHOOKS}${webhook_id}/test/`, {}, 202)
    await world.get('POST', `${WEBHOOKS}${webhook_id}/test/`, {}, 202)
    const answer = await send({}, { webhook_id })
    expectList(answer, { status: TEXT, created_at: TEXT })
    const times = answer.body.results.map(({ created_at }: { created_at: string }) => created_at)
    expect(times, 'newest first').toEqual(times.toSorted().toReversed())
    expect(times).toHaveLength(2)
  },
  [`POST ${ONE}test/`]: async (send, world) => {
    const receiver = await openReceiver()
    try {
      const { webhook_id, secret } = await create(world, { url: receiver.url() })
      expectJson(await send({}, { webhook_id }), 202, { webhook_id, status: 'pending' })
      const { body, headers } = await receiver.nth(1)
      expect(new Verifier(secret).verify(body, headers)).toEqual(JSON.parse(body))
    } finally {
      await receiver.close()
    }
  },
}
