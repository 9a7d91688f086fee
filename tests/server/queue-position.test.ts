import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Conversion } from '../../contract/conversion.ts'
import { signUp, startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: '0', CONCURRENCY: '1' })
})
afterAll(() => server.stop())

it('says where a conversion is in the queue, by one statement for a whole list', async () => {
  const [ana, ben] = [await signUp(server.url), await signUp(server.url)]
  const first = await ana.convert('hold position')
  await server.held.started('hold position')
  const ids = [first.body.id]
  for (const client of [ben, ana, ana]) ids.push((await client.convert('later')).body.id)
  const asked = vi.spyOn(server.platform.jobs, 'queuePositions')
  const positions = async () => {
    const { body } = await ana.json('GET', `/api/v1/conversion/?ids=${ids.join(',')}`)
    return new Map(body.results.map((one: Conversion) => [one.id, one.queue_position]))
  }

  // The second one is another account's: it counts, and is not shown.
  expect(await positions()).toEqual(
    new Map([
      [ids[0], null],
      [ids[2], 2],
      [ids[3], 3],
    ]),
  )
  expect(asked).toHaveBeenCalledTimes(1)
  expect((await ana.json('GET', `/api/v1/conversion/${ids[3]}/`)).body).toMatchObject({ queue_position: 3 })

  server.held.release('position')
  for (const id of (await positions()).keys())
    expect(await ana.wait(String(id))).toMatchObject({ status: 'completed' })
  asked.mockClear()
  expect([...(await positions()).values()]).toEqual([null, null, null])
  expect(asked, 'nothing waits, so the queue is not read').not.toHaveBeenCalled()
})

it('says that the result is being saved where that takes long', async () => {
  const client = await signUp(server.url)
  const { adopt } = server.platform.objects
  const { promise: saved, resolve: save } = Promise.withResolvers<void>()
  const slow = vi.spyOn(server.platform.objects, 'adopt').mockImplementation(async (key, path) => {
    if (key.startsWith('outputs/')) await saved
    return adopt.call(server.platform.objects, key, path)
  })
  const { body } = await client.convert('anything')
  await vi.waitFor(
    async () => {
      const { rows } = await server.platform.db.execute(
        sql`select stage, progress from conversions where id = ${body.id}`,
      )
      expect(rows).toEqual([{ stage: 'Saving the result', progress: null }])
    },
    { timeout: 10_000 },
  )
  save()
  expect(await client.wait(body.id)).toMatchObject({ status: 'completed', stage: null })
  slow.mockRestore()
})
