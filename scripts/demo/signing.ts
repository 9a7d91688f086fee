import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import type { SigningSession } from '../../contract/signing.ts'
import { signingSessions } from '../../server/core/schema.ts'
import { doDue } from '../../server/core/signing/due.ts'
import type { Platform } from '../../server/platform.ts'
import { contractOf } from './pdf.ts'
import type { Visit } from './visit.ts'

const SIGNING = '/api/v1/pdf_handler/signing/'
const SESSIONS = `${SIGNING}sessions/`
const DAY = 86_400_000

interface Person {
  name: string
  role?: 'signer' | 'approver' | 'copy'
  group?: number
  access?: 'email'
}

interface Request {
  title: string
  pages: number
  people: readonly Person[]
  /** What else it is created with. */
  more?: object
}

const CLAUSES = [
  'The harbour office lets the berth for the whole of the season, from the first of March to the last day of October.',
  'The holder keeps the berth in the state in which it was found, and tells the office of damage on the same day.',
  'Either side may end this agreement in writing, with three months’ notice.',
]

/**
 * Requests in every state that an owner sees: a draft, two that wait, and one of each end. And a
 * template.
 */
export async function requestSignatures(visit: Visit, platform: Platform): Promise<void> {
  const ada: Person = { name: 'Ada Brandt' }
  const ines: Person = { name: 'Inês Almeida' }
  const jonas: Person = { name: 'Jonas Lindqvist' }
  const tomasz: Person = { name: 'Tomasz Okafor' }
  const mark = await signature()

  const lease = await request(visit, {
    title: 'Lease, 14 Harbour Row',
    pages: 4,
    people: [ines, { ...tomasz, group: 2 }],
    more: {
      message: 'Please sign by Friday.',
      deadline_at: new Date(Date.now() + 6 * DAY).toISOString(),
      reminders: { first_after_days: 2, every_days: 3 },
    },
  })
  await read(visit, lease, ines)
  await visit.ask('POST', `${SIGNING}templates/`, { session_id: lease.id, name: 'Lease of a flat' })

  const charter = await request(visit, {
    title: 'Charter agreement 2027',
    pages: 3,
    people: [
      jonas,
      { ...ada, role: 'approver', group: 2 },
      { name: 'Harbour office', role: 'copy', group: 3 },
    ],
  })
  await sign(visit, charter, jonas, mark)

  await request(visit, {
    title: 'Mooring license',
    pages: 2,
    people: [{ ...ines, access: 'email' }],
    more: { draft: true },
  })

  const declined = await request(visit, { title: 'Insurance, amendment 3', pages: 2, people: [ada] })
  await read(visit, declined, ada)
  const reason = 'The premium on page 2 is not what we agreed.'
  await visit.ask('POST', `${linkOf(declined, ada)}decline/`, { reason })

  const voided = await request(visit, { title: 'Berth swap', pages: 1, people: [tomasz] })
  await visit.ask('POST', `${SESSIONS}${voided.id}/void/`, { reason: 'The berths stay as they are.' })

  const expired = await request(visit, {
    title: 'Dry dock, winter slot',
    pages: 1,
    people: [ines],
    more: { deadline_at: new Date(Date.now() + DAY).toISOString() },
  })
  // No request can be sent with a deadline that is over.
  await platform.db
    .update(signingSessions)
    .set({ deadlineAt: new Date(Date.now() - 1000) })
    .where(eq(signingSessions.id, expired.id))
  await doDue(platform)

  const completed = await request(visit, { title: 'Crew contract, Lindqvist', pages: 3, people: [jonas] })
  await sign(visit, completed, jonas, mark)
  await sealed(visit, completed)
}

async function request(visit: Visit, { title, pages, people, more }: Request): Promise<SigningSession> {
  const content = await contractOf(title, CLAUSES, pages)
  const recipients = people.map((one) => ({
    id: randomUUID(),
    email: `${one.name
      .normalize('NFKD')
      .replace(/[^a-z ]/gi, '')
      .replaceAll(' ', '.')
      .toLowerCase()}@harbour.example`,
    ...one,
  }))
  return visit.ask('POST', SESSIONS, {
    file_id: await visit.store({ name: `${title}.pdf`, content }),
    title,
    recipients,
    fields: recipients
      .filter(({ role = 'signer' }) => role === 'signer')
      .flatMap(({ id }, at) => [
        field(id, 'signature', pages, { x: 72 + at * 240, y: 110, width: 200, height: 56 }),
        field(id, 'date', pages, { x: 72 + at * 240, y: 76, width: 120, height: 24 }),
      ]),
    ...more,
  })
}

const field = (recipient_id: string, kind: string, page: number, rect: object) => ({
  id: randomUUID(),
  recipient_id,
  kind,
  places: [{ page, rect }],
})

/** Where a recipient's operations are. @throws Error unless the recipient has a link */
function linkOf({ recipients }: SigningSession, { name }: Person): string {
  const token = recipients.find((one) => one.name === name)?.token
  if (!token) throw new Error(`${name} has no link.`)
  return `${SIGNING}sign/${token}/`
}

/** Opens the document as its recipient, which the audit log records. */
const read = (visit: Visit, session: SigningSession, person: Person) =>
  visit.fetch(`${linkOf(session, person)}document/`)

async function sign(visit: Visit, session: SigningSession, person: Person, image: string): Promise<void> {
  await read(visit, session, person)
  const signature = { how: 'typed', text: person.name, picture: image }
  await visit.ask('POST', linkOf(session, person), { consent: true, signature })
}

async function sealed(visit: Visit, { id }: SigningSession): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const { state } = await visit.ask<SigningSession>('GET', `${SESSIONS}${id}/`)
    if (state === 'completed') return
    await after(250)
  }
  throw new Error('The document was not sealed within 30 seconds.')
}

/** A line of ink on nothing, as a PNG in base64. */
async function signature(): Promise<string> {
  const line = 'M12 62 C 40 4, 52 20, 46 66 S 78 78, 96 44 S 118 70, 136 52 S 166 40, 184 58 S 236 60, 288 30'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><path d="${line}" fill="none" stroke="#1c2a5a" stroke-width="3" stroke-linecap="round"/></svg>`
  return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')
}
