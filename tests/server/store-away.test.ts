import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { conversions } from '../../server/core/schema.ts'
import { Unreachable } from '../../server/core/unreachable.ts'
import type { Objects } from '../../server/platform.ts'
import { type Client, signUp, startServer, type TestServer } from './harness.ts'

let server: TestServer
let me: Client
let whole: Objects
beforeAll(async () => {
  server = await startServer()
  me = await signUp(server.url)
  whole = server.platform.objects
})
afterAll(() => server.stop())
beforeEach(() => {
  server.platform.objects = whole
})

const isWaiting = () =>
  server.logged.filter((line) => line.includes('a conversion waits for the file store')).length

/** Copies fail; whether the store says that it is away is another matter. */
function takeAway({ answers }: { answers: boolean }) {
  const calls = { copies: 0, probes: 0 }
  const away = () => new Unreachable('The file store')
  server.platform.objects = {
    ...whole,
    copyTo: async () => {
      calls.copies++
      throw away()
    },
    probe: async () => {
      calls.probes++
      if (!answers) throw away()
    },
  }
  return calls
}

const attemptsOf = async (id: string) =>
  (await server.platform.db.select().from(conversions).where(eq(conversions.id, id)))[0]?.attempts

describe('while the file store is away', () => {
  it('a conversion waits for it at its place, and no attempt is counted', async () => {
    const calls = takeAway({ answers: false })
    const { body } = await me.convert('waits')
    await expect.poll(() => calls.probes, { timeout: 20_000 }).toBeGreaterThan(2)
    expect(calls.copies).toBe(1)
    server.platform.objects = whole
    expect(await me.wait(body.id)).toMatchObject({ status: 'completed' })
    expect(await attemptsOf(body.id)).toBe(1)
  })

  it('it can be cancelled', async () => {
    takeAway({ answers: false })
    const before = isWaiting()
    const { body } = await me.convert('cancelled')
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(before + 1)
    expect((await me.json('POST', `/api/v1/conversion/${body.id}/cancel/`)).status).toBe(200)
    server.platform.objects = whole
    expect(await me.wait(body.id)).toMatchObject({ status: 'failed' })
    expect(await me.wait((await me.convert('next')).body.id)).toMatchObject({ status: 'completed' })
  })

  it('one that fails although the store answers goes back to the queue', async () => {
    const before = isWaiting()
    const calls = takeAway({ answers: true })
    const { body } = await me.convert('again')
    await expect.poll(() => calls.copies, { timeout: 20_000 }).toBeGreaterThan(1)
    expect(isWaiting()).toBe(before)
    server.platform.objects = whole
    expect(await me.wait(body.id)).toMatchObject({ status: 'completed' })
  })
})
