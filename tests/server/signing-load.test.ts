import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversions, objects, signingEvents, signingFiles } from '../../server/core/schema.ts'
import { firstBroken } from '../../server/core/signing/audit-chain.ts'
import { checkFile } from '../../src/features/verify/check-file.ts'
import { Client, startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'
import { field, owner, person, SESSIONS, session, signs, tokenOf } from './signing-desk.ts'

/** As many as a session may have. */
const PEOPLE = 50

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, 'real')
}, 60_000)
afterAll(() => server.stop(), 60_000)

async function lease() {
  const document = await PDFDocument.create()
  for (const text of ['One', 'Two']) document.addPage([595, 842]).drawText(text)
  return Uint8Array.from(await document.save())
}
const spot = (at: number) => ({
  x: 40 + 100 * (at % 5),
  y: 100 + 60 * Math.floor(at / 5),
  width: 90,
  height: 40,
})

describe('fifty who sign at the same moment, each with a double click', () => {
  it('have each signed once: nothing is lost or doubled, and one seal is made, which holds', async () => {
    const me = await owner(server)
    const people = Array.from({ length: PEOPLE }, () => person())
    const words = people.map((one, at) =>
      field(one, { kind: 'text', places: [{ page: 2, rect: spot(at) }], label: `Words ${at}` }),
    )
    const made = await session(me, people, {
      content: await lease(),
      fields: [...people.map((one, at) => field(one, { places: [{ page: 1, rect: spot(at) }] })), ...words],
    })
    const tokens = await Promise.all(people.map((one) => tokenOf(server, one)))
    const press = (at: number) =>
      signs(new Client(server.url), tokens[at] as string, {
        values: { [words[at]?.id as string]: `Hereby ${at}` },
      })

    const pressed = await Promise.all(people.flatMap((_, at) => [press(at), press(at)]))
    expect(pressed.map(({ status }) => status)).toEqual(pressed.map(() => 200))
    for (const { body } of pressed) expect(['done', 'sealing', 'completed']).toContain(body.state)

    const at = `${SESSIONS}${made.id}/`
    const done = await until(90, async () => {
      const { body } = await me.json('GET', at)
      expect(body.problem).toBeNull()
      return body.state === 'completed' && body
    })
    expect(done).toMatchObject({ done: PEOPLE, acting: PEOPLE })

    const { db } = server.platform
    const rows = await db
      .select()
      .from(signingEvents)
      .where(eq(signingEvents.sessionId, made.id))
      .orderBy(signingEvents.number)
    for (const event of ['consented', 'acted'])
      expect(
        rows
          .filter((row) => row.event === event)
          .map(({ recipientId }) => recipientId)
          .sort(),
        event,
      ).toEqual(people.map(({ id }) => id).sort())
    expect(rows.filter(({ event }) => event === 'sealed')).toHaveLength(1)
    expect(firstBroken(rows, rows.at(-1) ?? null)).toBeNull()

    const runs = await db.select().from(conversions).where(eq(conversions.operation, 'seal'))
    expect(runs.map(({ status, attempts }) => [status, attempts])).toEqual([['completed', 1]])
    // Of a hundred images that came, the fifty that count are kept, and nothing is left of the
    // others.
    const images = await db
      .select()
      .from(signingFiles)
      .where(and(eq(signingFiles.sessionId, made.id), eq(signingFiles.kind, 'picture')))
    expect(new Set(images.map(({ recipientId }) => recipientId)).size).toBe(PEOPLE)
    expect(images).toHaveLength(PEOPLE)
    await until(20, async () => {
      const left = await db.select().from(objects).where(sql`${objects.state} <> 'stored'`)
      return left.length === 0
    })
    expect(await db.select().from(objects).where(eq(objects.filename, 'signature.png'))).toHaveLength(PEOPLE)

    const bytes = Buffer.from(await (await me.fetch(`${at}result/`)).arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(done.result.sha256)
    expect(await checkFile(new Blob([bytes]))).toMatchObject({
      kind: 'signed',
      signatures: [{ verdict: 'whole', addedBytes: 0 }],
    })
  }, 180_000)
})
