import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Outbox } from '../contract/outbox.ts'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { Client, signUp } from './harness.ts'
import { end, type ServerProcess, spawnServer, until } from './process.ts'
import { field, person, rect, SESSIONS, SIGN, session, signs, view } from './signing-desk.ts'

const hasPoppler = existsSync('/usr/bin/pdfsig') && existsSync('/usr/bin/pdftotext')

let folder: string
let database: TestDatabase
let server: ServerProcess
const launch = () => spawnServer(folder, { DATABASE_URL: database.url })
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'filewright-signing-'))
  database = await createDatabase()
  server = await launch()
}, 60_000)
afterAll(async () => {
  await end(server.child, 'SIGTERM')
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function lease(pages = 3) {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let page = 1; page <= pages; page++)
    document.addPage([595, 842]).drawText(`Lease, page ${page}`, { x: 72, y: 760, size: 14, font })
  return Uint8Array.from(await document.save())
}
const run = (program: string, ...args: string[]) => {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return `${stdout}${stderr}`
}

const tokenFor = async (outbox: Outbox, email: string) =>
  (await outbox.signingLink(email)).split('/').at(-1) as string

describe.runIf(hasPoppler)('a document, signed by real engines', () => {
  it('is sealed whole, says what everybody has written, and outlives a server that is killed while they sign', async () => {
    const me = await signUp(server.url)
    const outbox = new Outbox(folder)
    const people = Array.from({ length: 5 }, (_, at) => person({ name: `Søren ${at + 1} Ωmega` }))
    const last = person({ name: 'The landlord', group: 2 })
    const words = people.map((one, at) =>
      field(one, { kind: 'text', places: [{ page: 2, rect: { ...rect, y: 100 + at * 60 } }] }),
    )
    const file = await lease()
    const made = await session(me, [...people, last], {
      content: file,
      fields: [
        ...people.map((one, at) =>
          field(one, { places: [{ page: 1, rect: { ...rect, y: 100 + at * 60 } }] }),
        ),
        ...words,
        field(last, { places: [{ page: 3, rect }] }),
      ],
    })
    const tokens = await Promise.all(people.map(({ email }) => tokenFor(outbox, email)))
    const press = (at: number) =>
      signs(new Client(server.url), tokens[at] as string, {
        values: { [words[at]?.id as string]: `Hereby ${at}` },
      })

    // All press twice, and the server dies among them.
    const pressed = people.flatMap((_, at) => [press(at), press(at)])
    await Promise.race(pressed)
    await end(server.child, 'SIGKILL')
    const answered = (await Promise.allSettled(pressed)).filter(({ status }) => status === 'fulfilled')
    expect(answered.length).toBeGreaterThan(0)
    server = await launch()
    const retried = await Promise.all(people.map((_, at) => press(at)))
    expect(retried.map(({ status, body }) => [status, body.state])).toEqual(people.map(() => [200, 'done']))

    const there = new Client(server.url)
    for (const [name, value] of me.cookies) there.cookies.set(name, value)
    const at = `${SESSIONS}${made.id}/`
    const log = async () => (await there.json('GET', `${at}log/`)).body
    const acts = async () =>
      ((await log()).rows as { event: string; recipient_id: string }[])
        .filter(({ event }) => event === 'acted')
        .map(({ recipient_id }) => recipient_id)
    expect((await acts()).sort()).toEqual(people.map(({ id }) => id).sort())

    // The last signature, and the server dies while the seal is being made.
    const landlord = await tokenFor(outbox, last.email)
    expect((await signs(new Client(server.url), landlord)).body.state).toBe('sealing')
    await end(server.child, 'SIGKILL')
    server = await launch()
    const again = new Client(server.url)
    for (const [name, value] of me.cookies) again.cookies.set(name, value)
    const done = await until(60, async () => {
      const { body } = await again.json('GET', at)
      return body.state === 'completed' && body
    })
    const whole = (await again.json('GET', `${at}log/`)).body
    expect(whole.intact).toBe(true)
    expect(whole.rows.filter(({ event }: { event: string }) => event === 'sealed')).toHaveLength(1)

    const sealed = join(folder, 'sealed.pdf')
    const bytes = Buffer.from(await (await again.fetch(`${at}result/`)).arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(done.result.sha256)
    writeFileSync(sealed, bytes)
    const judged = run('pdfsig', '-nocert', sealed)
    expect(judged).toContain('Signature is Valid')
    expect(judged).toContain('Total document signed')
    const text = run('pdftotext', '-layout', sealed, '-')
    for (const [number, one] of people.entries()) {
      expect(text).toContain(`Hereby ${number}`)
      expect(text).toContain(one.name)
    }
    const ended = whole.rows.findLast(({ event }: { event: string }) => event === 'acted')
    expect(text.replace(/\s/g, '')).toContain(ended.hash)
    expect(run('pdfimages', '-list', sealed).split('\n').length).toBeGreaterThan(6)

    const flipped = Buffer.from(bytes)
    const spot = flipped.indexOf('Lease') > 0 ? flipped.indexOf('Lease') : 500
    flipped[spot] = (flipped[spot] as number) ^ 1
    writeFileSync(sealed, flipped)
    expect(run('pdfsig', '-nocert', sealed)).toContain('Digest Mismatch')

    const seen = await view(new Client(server.url), landlord)
    expect(seen.state).toBe('completed')
    const taken = await new Client(server.url).fetch(`${SIGN}${landlord}/result/`)
    expect(Buffer.from(await taken.arrayBuffer()).equals(bytes)).toBe(true)
    if (process.env.KEEP_SEALED) writeFileSync(process.env.KEEP_SEALED, bytes)
  }, 180_000)
})
