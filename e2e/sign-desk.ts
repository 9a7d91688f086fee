import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { Browser, Locator, Page } from '@playwright/test'
import type { AuditRow, SigningSession } from '../contract/signing.ts'
import { expect, type TestFile } from './fixtures.ts'
import { visit } from './share-links.ts'

export const SESSIONS = '/api/v1/pdf_handler/signing/sessions/'

export interface Person {
  id: string
  name: string
  email: string
  [setting: string]: unknown
}
let people = 0
/** Somebody with an address of their own. */
export const person = (name: string, settings: Record<string, unknown> = {}): Person => ({
  id: randomUUID(),
  name,
  email: `sign${Date.now().toString(36)}${process.pid}x${++people}@mail.example`,
  ...settings,
})

/** Where something is to be filled in: left, from below, width, height, in points. */
type Place = readonly [page: number, x: number, y: number, width: number, height: number]
export const field = (
  { id }: Person,
  kind: string,
  [page, x, y, width, height]: Place,
  settings: object = {},
) => ({
  id: randomUUID(),
  recipient_id: id,
  kind,
  places: [{ page, rect: { x, y, width, height } }],
  ...settings,
})

/** What is to be signed: a lease of some pages. */
export async function lease(pages = 3): Promise<TestFile> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.TimesRoman)
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([595, 842])
    page.drawText(`Lease, page ${number}`, { x: 72, y: 760, size: 18, font })
    for (let line = 0; line < 20; line++)
      page.drawText('The tenant pays the rent by the third of each month.', {
        x: 72,
        y: 720 - line * 16,
        size: 11,
        font,
      })
  }
  const buffer = Buffer.from(await document.save())
  return { name: 'Lease 2027.pdf', mimeType: 'application/pdf', buffer }
}

/**
 * A session of the signed-in owner's, sent. Without fields, each has a place for a signature on the
 * last page.
 */
export async function send(
  owner: Page,
  recipients: Person[],
  { fields, ...settings }: { fields?: object[]; [setting: string]: unknown } = {},
): Promise<SigningSession> {
  const stored = await owner.request.post('/api/v1/user/storage/files/upload/', {
    multipart: { file: await lease() },
  })
  expect(stored.status()).toBe(201)
  const made = await owner.request.post(SESSIONS, {
    data: {
      file_id: (await stored.json()).id,
      title: 'The lease',
      recipients,
      fields: fields ?? recipients.map((one, at) => field(one, 'signature', [3, 72, 80 + 70 * at, 200, 50])),
      ...settings,
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  return made.json()
}

export const sessionOf = async (owner: Page, { id }: { id: string }): Promise<SigningSession> =>
  (await owner.request.get(`${SESSIONS}${id}/`)).json()

/** What stands in its log, of one kind. */
export async function logged(owner: Page, { id }: { id: string }, event: string): Promise<AuditRow[]> {
  const { rows, intact } = await (await owner.request.get(`${SESSIONS}${id}/log/`)).json()
  expect(intact).toBe(true)
  return (rows as AuditRow[]).filter((row) => row.event === event)
}

/** Somebody with nothing but the link of their mail. */
export const visitLink = (browser: Browser, url: string, options?: Parameters<Browser['newContext']>[0]) =>
  visit(browser, { link_id: '', url }, options)

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
export const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
export const pad = (page: Page) => page.getByRole('img', { name: /^Draw here/ })

/** To where it is filled in, once the document is there. */
export async function enter(page: Page) {
  await button(page, 'Review document').click()
  await expect(page.getByRole('img', { name: 'Page 1', exact: true }).locator('canvas')).toBeVisible()
  await button(page, 'Start').click()
}

/** The pad keeps its place once it has it. */
async function placeOf(canvas: Locator) {
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('there is nothing to draw on')
  return box
}
const wave = (box: { x: number; y: number; width: number; height: number }) =>
  Array.from({ length: 24 }, (_, at) => ({
    x: box.x + 24 + ((box.width - 60) * at) / 24,
    y: box.y + box.height * (0.55 + 0.2 * Math.sin(at / 2)),
  }))

export async function draw(page: Page) {
  const [first, ...more] = wave(await placeOf(pad(page)))
  if (!first) return
  await page.mouse.move(first.x, first.y)
  await page.mouse.down()
  for (const { x, y } of more) await page.mouse.move(x, y)
  await page.mouse.up()
}

/** With a finger. */
export async function drawByTouch(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const points = wave(await placeOf(pad(page)))
  for (const [at, point] of points.entries())
    await devtools.send('Input.dispatchTouchEvent', {
      type: at === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [point],
    })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/** What was made is an image a moment later. */
export async function use(page: Page, name: 'Use signature' | 'Use initials' = 'Use signature') {
  await expect(page.getByText('Ready to use.')).toBeAttached()
  await button(page, name).click()
}

/** Agrees at the end. */
export const agree = (page: Page) => page.getByRole('checkbox', { name: /^I agree/ }).check()

/** Types the name as a signature, and does the rest. */
export async function signTyped(page: Page) {
  await page.getByRole('radio', { name: 'Type' }).check()
  await use(page)
  await agree(page)
  await button(page, 'Sign').click()
}

/** What a program of the system's says of a file. */
export function said(program: string, ...args: string[]): string {
  const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (error) throw error
  return `${stdout}${stderr}`
}
