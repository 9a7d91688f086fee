import type { PDFDict, PDFDocument, PDFImage } from '@cantoo/pdf-lib'
import { encode } from 'uqr'
import { ACCENT, FAINT, INK, LINE, SOFT } from './colours.ts'
import { Flow } from './flow.ts'
import { type Letters, STEP } from './letters.ts'
import type { Certificate, CertifiedRecipient } from './options.ts'
import type { Paper } from './page-layout.ts'
import { type Cell, Table, type Words } from './table.ts'

interface Means {
  document: PDFDocument
  letters: Letters
  paper: Paper
  imageOf(file: number): Promise<PDFImage>
}

const CODE = 76
const BODY = 8.5
const SMALL = 7.5
/** Height of a signature in the table. */
const SIGNATURE = 34

/** The last pages of a sealed document: participants, events and how to verify it. */
export async function certificatePages(certificate: Certificate, means: Means): Promise<PDFDict[]> {
  const { document, letters, paper } = means
  const flow = new Flow(document, letters, paper)
  await writeHead(flow, letters, certificate)
  await writeFacts(flow, letters, certificate)
  await writeRecipients(flow, means, certificate)
  await writeEvents(flow, letters, certificate)
  await writeEnd(flow, letters, certificate)
  await writeFeet(flow, letters, certificate)
  return flow.sheets.map((sheet) => sheet.page())
}

/** `2026-11-22 17:04:05 UTC` */
export const instantText = (at: string): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

async function writeHead(flow: Flow, letters: Letters, { title, recipients, verify_url }: Certificate) {
  const { sheet, left, width } = flow
  const right = left + width - CODE
  const { data } = encode(verify_url, { ecc: 'M', border: 0 })
  sheet.squares(data, right, flow.y, CODE, INK)
  sheet.link(verify_url, right, flow.y, CODE, CODE)
  const room = width - CODE - 28
  const top = flow.y
  sheet.text(await letters.line('Certificate of completion', 'strong'), 9.5, left, top + 8, ACCENT)
  let y = top + 33
  for (const line of await letters.wrapped(title, 'strong', 19, room, 3)) {
    sheet.text(line, 19, left, y, INK)
    y += 24
  }
  const signed = recipients.filter(({ role, done_at }) => role === 'signer' && done_at !== null).length
  const approved = recipients.filter(({ role, done_at }) => role === 'approver' && done_at !== null).length
  const parts = [
    ...(signed > 0 ? [`signed by ${counted(signed, 'person', 'people')}`] : []),
    ...(approved > 0 ? [`approved by ${counted(approved, 'person', 'people')}`] : []),
  ].join(', ')
  const said = parts === '' ? 'Completed' : `${parts.charAt(0).toUpperCase()}${parts.slice(1)}`
  sheet.text(await letters.line(said), 9.5, left, y - 5, SOFT)
  flow.y = Math.max(y + 12, top + CODE + 16)
}

async function writeFacts(flow: Flow, letters: Letters, one: Certificate) {
  const label = 78
  const facts: [string, string, 'text' | 'strong' | 'mono', string?][] = [
    ['Document', `${one.file_name}, ${counted(one.pages, 'page', 'pages')}`, 'strong'],
    ['SHA-256 as sent', one.sha256, 'mono'],
    ['Session', one.session_id, 'mono'],
    ['Sent by', `${one.sender.name}, ${one.sender.email}`, 'text'],
    ['Sent', instantText(one.sent_at), 'text'],
    ['Completed', instantText(one.completed_at), 'text'],
    ['Verify at', one.verify_url, 'text', ACCENT],
  ]
  flow.sheet.rule(flow.left, flow.y, flow.width, FAINT)
  flow.y += 7
  for (const [name, value, voice, colour = INK] of facts) {
    const size = voice === 'mono' ? BODY - 0.5 : BODY
    const lines = await letters.wrapped(value, voice, size, flow.width - label, 5)
    flow.sheet.text(await letters.line(name), BODY, flow.left, flow.y + BODY, FAINT)
    for (const line of lines) {
      flow.sheet.text(line, size, flow.left + label, flow.y + BODY, colour)
      if (colour === ACCENT)
        flow.sheet.link(one.verify_url, flow.left + label, flow.y, line.width * size, BODY * STEP)
      flow.y += BODY * STEP
    }
    flow.y += 3
  }
  flow.y += 4
}

async function writeTitle(flow: Flow, letters: Letters, title: string, aside: string, least: number) {
  flow.need(34 + least)
  flow.y += 14
  flow.sheet.text(await letters.line(title, 'strong'), 11.5, flow.left, flow.y + 11, INK)
  const line = await letters.line(aside)
  flow.sheet.text(line, SMALL, flow.left + flow.width - line.width * SMALL, flow.y + 11, FAINT)
  flow.y += 20
}

const ACCESS = {
  link: 'By their own link',
  code: 'By their own link and a code',
  email: 'By their own link and an e-mailed code',
} as const
const ROLES = { signer: 'Signer', approver: 'Approver', viewer: 'Viewer', copy: 'Receives a copy' } as const
const DONE = { signer: 'Signed', approver: 'Approved', viewer: 'Done', copy: 'Done' } as const

async function writeRecipients(flow: Flow, means: Means, { recipients }: Certificate) {
  const { letters } = means
  await writeTitle(flow, letters, 'Recipients', counted(recipients.length, 'recipient', 'recipients'), 80)
  const share = (part: number) => part * flow.width
  const table = new Table(flow, letters, [
    { title: 'Who', x: flow.left, width: share(0.29) },
    { title: 'Signature', x: flow.left + share(0.31), width: share(0.17) },
    { title: 'When', x: flow.left + share(0.51), width: share(0.27) },
    { title: 'Address and device', x: flow.left + share(0.8), width: share(0.2) },
  ])
  for (const one of recipients) {
    await table.row([
      { words: whoWords(one) },
      await signatureCell(one, means),
      { words: whenWords(one) },
      { words: whereWords(one) },
    ])
  }
}

function whoWords(one: CertifiedRecipient): Words[] {
  const faint = { size: SMALL, colour: SOFT }
  return [
    { text: one.name, size: 9, colour: INK, voice: 'strong' },
    { text: one.email, ...faint },
    ...(one.delegated_from ? [{ text: `In the place of ${one.delegated_from}`, ...faint }] : []),
    ...(one.role === 'copy'
      ? [{ text: ROLES.copy, size: SMALL, colour: FAINT }]
      : [`${ROLES[one.role]}, step ${one.group}`, ACCESS[one.access]].map((text) => ({
          ...{ text, size: SMALL, colour: FAINT },
        }))),
  ]
}

async function signatureCell(one: CertifiedRecipient, { imageOf }: Means): Promise<Cell> {
  if (one.signature !== null) return { image: await imageOf(one.signature), height: SIGNATURE }
  return { words: [{ text: '–', size: SMALL, colour: FAINT }] }
}

function whenWords(one: CertifiedRecipient): Words[] {
  const times = [
    ['Invited', one.invited_at],
    ['Viewed', one.viewed_at],
    ['Consented', one.consented_at],
    [DONE[one.role], one.done_at],
  ] as const
  return times.flatMap(([text, at]) =>
    at === null ? [] : [{ text: instantText(at), size: SMALL, colour: INK, label: { text, width: 44 } }],
  )
}

function whereWords({ ip, device }: CertifiedRecipient): Words[] {
  return [
    // A long IPv6 address is wrapped between groups.
    ...(ip ? [{ text: ip.replace(/^((?:[^:]*:){4})(?=.{8})/, '$1\n'), size: SMALL, colour: INK }] : []),
    ...(device ? [{ text: device, size: SMALL, colour: SOFT }] : []),
  ]
}

async function writeEvents(flow: Flow, letters: Letters, { events }: Certificate) {
  if (events.length === 0) return
  await writeTitle(flow, letters, 'What happened', counted(events.length, 'event', 'events'), 50)
  const [number, time] = [26, 104]
  const rest = flow.width - number - time
  const says = rest * 0.5
  const from = flow.left + number + time
  const table = new Table(
    flow,
    letters,
    [
      { title: 'No.', x: flow.left, width: number - 6 },
      { title: 'When', x: flow.left + number, width: time - 8 },
      { title: 'What', x: from, width: says - 12 },
      { title: 'Who', x: from + says, width: rest - says },
    ],
    3.5,
  )
  const plain = { size: SMALL, colour: INK }
  for (const event of events) {
    await table.row([
      { words: [{ text: String(event.number), size: SMALL, colour: FAINT }] },
      { words: [{ text: instantText(event.at), ...plain }] },
      { words: [{ text: event.says, ...plain, most: 60 }] },
      { words: [{ text: event.who, size: SMALL, colour: SOFT, most: 8 }] },
    ])
  }
}

async function writeEnd(flow: Flow, letters: Letters, { end }: Certificate) {
  flow.need(64)
  flow.y += 16
  const lines = await letters.wrapped(
    `Each row of the log carries the hash of the row before it. Row ${end.number} is the last one that is told here; its hash stands for all of them. The document and these pages are sealed together: a reader of PDFs says whether anything was changed since.`,
    'text',
    SMALL,
    flow.width,
    6,
  )
  for (const line of lines) {
    flow.sheet.text(line, SMALL, flow.left, flow.y + SMALL, SOFT)
    flow.y += SMALL * STEP
  }
  flow.y += 5
  const label = await letters.line(`Row ${end.number}`)
  flow.sheet.text(label, SMALL, flow.left, flow.y + SMALL, FAINT)
  flow.sheet.text(
    await letters.line(end.hash, 'mono'),
    SMALL,
    flow.left + label.width * SMALL + 10,
    flow.y + SMALL,
    INK,
  )
}

async function writeFeet(flow: Flow, letters: Letters, { title, session_id }: Certificate) {
  for (const [index, sheet] of flow.sheets.entries()) {
    const y = sheet.paper.height - 40
    sheet.rule(flow.left, y, flow.width, LINE)
    const number = await letters.line(`Page ${index + 1} of ${flow.sheets.length}`)
    const right = number.width * 7
    sheet.text(number, 7, flow.left + flow.width - right, y + 13, FAINT)
    const said = `Certificate of completion, session ${session_id}, ${title}`
    sheet.text(await letters.cut(said, 'text', 7, flow.width - right - 20), 7, flow.left, y + 13, FAINT)
  }
}
