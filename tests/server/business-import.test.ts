import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImportAnswer } from '../../contract/business-users.ts'
import { businessEvents, businessUsers } from '../../server/core/schema.ts'
import {
  eventsOf,
  freshAddress,
  mailsTo,
  makeBusiness,
  makeMember,
  makePerson,
  type Person,
  rowOf,
  type TestBusiness,
} from './business-desk.ts'
import { Client, startServer, type TestServer } from './harness.ts'
import { lastMessage, tokenIn } from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const db = () => server.platform.db
const rowsIn = (of: TestBusiness) =>
  db().select().from(businessUsers).where(eq(businessUsers.businessId, of.id))

async function send(
  by: Person,
  to: TestBusiness,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([content]), 'members.csv')
  const response = await by.fetch(to.users('import/'), { method: 'POST', body: form })
  return { status: response.status, body: (await response.json()) as ImportAnswer & { code?: string } }
}
async function importCsv(...args: Parameters<typeof send>): Promise<ImportAnswer> {
  const { status, body } = await send(...args)
  expect(status, JSON.stringify(body)).toBe(200)
  return ImportAnswer.parse(body)
}
/** Line, role and outcome of each line. */
const short = ({ rows }: ImportAnswer) => rows.map(({ line, role, outcome }) => `${line} ${role} ${outcome}`)
const desk = async (policies = {}) => {
  const here = await makeBusiness(server, { policies })
  return { here, admin: await makeMember(server, here, 'admin') }
}

describe('a file of members', () => {
  it('is previewed line by line, and then does exactly that', async () => {
    const { here, admin } = await desk({ email_domains: ['mail.example'] })
    const tom = await makeMember(server, here, 'employee')
    const same = await makeMember(server, here, 'viewer')
    const boss = await makeMember(server, here, 'owner')
    const gone = await makeMember(server, here, 'viewer', { status: 'removed' })
    const known = await makePerson(server)
    const [fresh, waiting] = [freshAddress(), freshAddress()]
    await admin.json('POST', here.users('invite/'), { email: waiting, role: 'viewer' })
    const csv = [
      'Name,E-Mail,Role',
      `New,${fresh},viewer`,
      `Again,${fresh.toUpperCase().replace('MAIL.EXAMPLE', 'mail.example')},viewer`,
      `Tom,${tom.email},Manager`,
      `Same,${same.email},viewer`,
      `Unnamed,${tom.username}x@mail.example,`,
      `Boss,${boss.email},viewer`,
      `Me,${admin.email},viewer`,
      `Gone,${gone.email},`,
      `Known,${known.email},billing`,
      `Waiting,${waiting},manager`,
      'Wrong,not an address,viewer',
      'Formula,"=HYPERLINK(""http://evil.example"",""x"")",viewer',
      'Formula,+1@mail.example,viewer',
      `High,${freshAddress()},admin`,
      `Odd,${freshAddress()},captain`,
      `Far,${freshAddress('elsewhere.example')},viewer`,
      'Nobody,,viewer',
      '',
      `Last,${freshAddress()},owner`,
    ].join('\r\n')
    const expected = [
      '2 viewer invite',
      '3 viewer duplicate',
      '4 manager change_role',
      '5 viewer unchanged',
      '6 employee invite',
      '7 viewer refused',
      '8 viewer refused',
      '9 employee invite',
      '10 billing invite',
      '11 manager change_role',
      ...['12 viewer refused', '13 viewer refused', '14 viewer refused', '15 admin refused'],
      ...['16 null refused', '17 viewer refused', '18 viewer refused', '20 owner refused'],
    ]
    const before = await rowsIn(here)
    const logged = await eventsOf(server, here)
    const preview = await importCsv(admin, here, csv, { dry_run: 'true' })
    expect(short(preview)).toEqual(expected)
    expect(preview).toMatchObject({
      dry_run: true,
      encoding: 'utf-8',
      invited: 4,
      changed: 2,
      skipped: 2,
      refused: 10,
    })
    const reason = (line: number) => preview.rows.find((row) => row.line === line)?.reason
    expect(reason(3)).toBe('Line 2 has the same address.')
    expect(reason(13)).toContain('formula')
    expect(reason(15)).toContain('cannot give the role admin')
    expect(reason(16)).toContain('There is no role “captain”')
    expect(reason(17)).toContain('allows addresses at mail.example only')
    expect(preview.rows.filter(({ outcome, reason }) => outcome === 'refused' && !reason)).toEqual([])
    // Nothing was done.
    expect(await rowsIn(here)).toEqual(before)
    expect(await eventsOf(server, here)).toEqual(logged)
    expect(await mailsTo(server, fresh)).toEqual([])

    const done = await importCsv(admin, here, csv)
    expect(done).toEqual({ ...preview, dry_run: false })
    expect((await rowOf(server, here, tom.email)).role).toBe('manager')
    expect((await rowOf(server, here, waiting)).role).toBe('manager')
    expect(await rowOf(server, here, gone.email)).toMatchObject({
      status: 'invited',
      userId: gone.userId,
      role: 'employee',
      joinedAt: null,
    })
    expect(await rowOf(server, here, known.email)).toMatchObject({ status: 'invited', userId: known.userId })
    expect((await rowOf(server, here, boss.email)).role).toBe('owner')
    expect((await lastMessage(server, tom.email)).subject).toContain('Your role')
    const events = (await eventsOf(server, here)).slice(logged.length)
    expect(events.map(({ kind }) => kind).sort()).toEqual([
      ...Array(4).fill('member.invited'),
      ...Array(2).fill('member.role_changed'),
    ])
    expect(events.find(({ target }) => target === tom.username)).toMatchObject({
      ...{ before: { role: 'employee' }, after: { role: 'manager', imported: true } },
      ...{ actorKind: 'member', actorId: admin.userId, targetId: tom.userId },
    })
    // The links work.
    const token = tokenIn(await lastMessage(server, known.email))
    expect((await known.json('POST', `/auth/api/v1/invitations/${token}/accept/`, {})).body.role).toBe(
      'billing',
    )
    // The same file again finds all done, and nobody is written to a second time.
    const again = await importCsv(admin, here, csv)
    expect([again.invited, again.changed, again.refused]).toEqual([0, 0, 10])
    expect(await mailsTo(server, fresh)).toHaveLength(1)
  })

  it('is read in the encodings and with the separators that spreadsheets write', async () => {
    const { here, admin } = await desk()
    const body = (separator: string) =>
      [['email', 'note', 'role'], ['zoe@mail.example', '', 'viewer'], ['']]
        .map((cells) => cells.join(separator))
        .join('\r\n')
    const wide = (content: string, little: boolean, mark: boolean) => {
      const bytes = Buffer.from(mark ? `\ufeff${content}` : content, 'utf16le')
      return new Uint8Array(little ? bytes : bytes.swap16())
    }
    const latin = new Uint8Array(
      Buffer.from('email;role;name\r\nzoe@mail.example;viewer;Zoë Müller\r\n', 'latin1'),
    )
    const cases: [
      what: string,
      content: string | Uint8Array<ArrayBuffer>,
      encoding: string,
      lines?: string[],
    ][] = [
      ['comma', body(','), 'utf-8'],
      ['semicolon', body(';'), 'utf-8'],
      ['tab', body('\t'), 'utf-8'],
      ['a mark', `\ufeff${body(',')}`, 'utf-8'],
      ['UTF-16 with a mark', wide(body('\t'), true, true), 'utf-16le'],
      ['UTF-16 the other way', wide(body(','), false, true), 'utf-16be'],
      ['UTF-16 without', wide(body(';'), true, false), 'utf-16le'],
      ['Windows-1252', latin, 'windows-1252'],
      ['the separator named', `sep=;\r\n${body(';')}`, 'utf-8', ['3 viewer invite']],
      ['no header', 'zoe@mail.example', 'utf-8', ['1 employee invite']],
      ['no header, with roles', 'zoe@mail.example;viewer', 'utf-8', ['1 viewer invite']],
      ['old line ends', 'email\rzoe@mail.example\r', 'utf-8', ['2 employee invite']],
      ['blanks around quotes', '"email" , "role"\n  "zoe@mail.example" , viewer \n', 'utf-8'],
      ['columns in another order', 'role,team,email\nviewer,"North, South",zoe@mail.example', 'utf-8'],
      [
        'a break in a cell',
        'name,email,role\n"Zoë\nMüller",zoe@mail.example,viewer\nBo,bo@mail.example,',
        'utf-8',
        ['2 viewer invite', '4 employee invite'],
      ],
    ]
    for (const [what, content, encoding, lines = ['2 viewer invite']] of cases) {
      const answer = await importCsv(admin, here, content, { dry_run: 'true' })
      expect([what, answer.encoding, short(answer)]).toEqual([what, encoding, lines])
    }
  })

  it('is refused whole where it is no CSV, empty, too long or too large', async () => {
    const { here, admin } = await desk()
    const code = async (content: string | Uint8Array<ArrayBuffer>) =>
      (await send(admin, here, content, { dry_run: 'true' })).body.code
    expect(await code('')).toBe('file_empty')
    expect(await code('\n\n')).toBe('file_empty')
    expect(await code(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 1, 2, 200, 7]))).toBe('unsupported_source')
    expect(await code('email\n"never closed\nx@mail.example')).toBe('unsupported_source')
    expect(await code(`email\n${'a@mail.example\n'.repeat(5001)}`)).toBe('limit_reached')
    expect(await code('x'.repeat(2_000_001))).toBe('file_too_large')
    const nothing = await admin.fetch(here.users('import/'), { method: 'POST', body: new FormData() })
    expect(nothing.status).toBe(400)
    expect((await send(admin, here, 'a@mail.example', { role: 'captain' })).status).toBe(400)
    expect((await send(admin, here, 'a@mail.example', { color: 'red' })).status).toBe(400)
    expect(await rowsIn(here)).toHaveLength(1)
  })

  it('is for members who may invite', async () => {
    const { here } = await desk()
    const viewer = await makeMember(server, here, 'viewer')
    expect((await send(viewer, here, 'a@mail.example')).body.code).toBe('permission_missing')
    const stranger = Object.assign(new Client(server.url), { username: '', userId: '', email: '' })
    expect((await send(stranger, here, 'a@mail.example')).status).toBe(401)
    const manager = await makeMember(server, here, 'manager')
    const answer = await importCsv(manager, here, `${freshAddress()},billing\n${freshAddress()},employee`, {
      dry_run: 'true',
    })
    expect(short(answer)).toEqual(['1 billing refused', '2 employee invite'])
  })

  it('of 5,000 lines is done in some seconds: every one a row, an entry and a mail that waits', async () => {
    const { here, admin } = await desk()
    const stamp = Date.now()
    const lines = Array.from({ length: 5000 }, (_, at) => `p${stamp}x${at}@mail.example,viewer`)
    const from = performance.now()
    const answer = await importCsv(admin, here, lines.join('\n'))
    const seconds = (performance.now() - from) / 1000
    expect([answer.invited, answer.rows.length]).toEqual([5000, 5000])
    expect(seconds).toBeLessThan(20)
    const count = async (query: ReturnType<typeof sql>) =>
      (await db().execute<{ count: number }>(query)).rows[0]?.count
    const like = `p${stamp}x%`
    expect(await rowsIn(here)).toHaveLength(5001)
    expect(
      await count(
        sql`select count(distinct token_hash)::int as count from business_users where email like ${like}`,
      ),
    ).toBe(5000)
    expect(
      await count(
        sql`select count(*)::int as count from ${businessEvents} where business_id = ${here.id} and kind = 'member.invited'`,
      ),
    ).toBe(5000)
    expect(await count(sql`select count(*)::int as count from messages where recipient like ${like}`)).toBe(
      5000,
    )
    // None of them is lost between the row and its job.
    expect(
      await count(sql`select count(*)::int as count from messages m where recipient like ${like} and state = 'waiting'
        and not exists (select 1 from pgboss.job j where j.data->>'messageId' = m.id::text)`),
    ).toBe(0)
    const list = await admin.json('GET', here.users('?status=invited&page_size=1'))
    expect(list.body.count).toBe(5000)
  }, 60_000)

  it('stops at as many members as a business can have', async () => {
    const { here, admin } = await desk()
    await db().execute(sql`
      insert into business_users (id, business_id, email, email_key, name, role, status)
      select gen_random_uuid(), ${here.id}::uuid, e, e, e, 'viewer', 'active'
      from (select 'full' || n || '@mail.example' as e from generate_series(1, 19998) as n) as made`)
    const answer = await importCsv(admin, here, [0, 1, 2].map(() => freshAddress()).join('\n'))
    expect(answer.rows.map(({ outcome }) => outcome)).toEqual(['invite', 'refused', 'refused'])
    expect((await admin.json('POST', here.users('invite/'), { email: freshAddress() })).body.code).toBe(
      'limit_reached',
    )
    const { userId } = await makePerson(server)
    expect((await admin.json('POST', here.users('create/'), { user_id: userId })).body.code).toBe(
      'limit_reached',
    )
  }, 60_000)
})
