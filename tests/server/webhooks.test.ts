import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventPayload } from '../../contract/events.ts'
import { type Client, signUp, startServer, type TestServer } from './harness.ts'
import { openReceiver, webhooksOf } from './webhook-desk.ts'

let server: TestServer
let receiver: Awaited<ReturnType<typeof openReceiver>>
let client: Client
let hooks: ReturnType<typeof webhooksOf>

beforeAll(async () => {
  server = await startServer({ WEBHOOKS_TO: '127.0.0.0/8' })
  receiver = await openReceiver()
  client = await signUp(server.url)
  hooks = webhooksOf(client)
})
afterAll(async () => {
  await receiver.close()
  await server.stop()
})

describe('an event', () => {
  it('is delivered, signed, when it happens, with what the API answers then', async () => {
    const made = await hooks.create(receiver.url('/first'), { events: ['conversion.*'] })
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { id } = (await client.convert('note')).body
    const answer = await client.wait(id)
    const { headers, body } = await receiver.nth(1, '/first')
    expect(new StandardWebhook(made.secret).verify(body, headers)).toEqual(JSON.parse(body))
    await new SvixWebhook(made.secret).verify(body, headers)
    const payload = eventPayload('conversion.completed').parse(JSON.parse(body))
    expect(payload.id).toBe(headers['webhook-id'])
    expect(payload.data.object).toEqual(answer)

    const delivery = await hooks.delivery(made.webhook_id, ({ status }) => status === 'succeeded')
    expect(delivery).toMatchObject({
      event_id: payload.id,
      type: 'conversion.completed',
      object_id: id,
      trigger: 'event',
      next_attempt_at: null,
      request_body: body,
      attempts: [{ status_code: 200, error: null, response_body: '' }],
    })
    expect((await hooks.get(made.webhook_id)).secret).toBeUndefined()
  })
})
