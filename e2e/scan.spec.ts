import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import type { ScanSession } from '../contract/scan.ts'
import { CORNERS, photoOf } from '../tests/server/engines/scan-photos.ts'
import { expect, test } from './fixtures.ts'
import { textOf } from './pdf-text.ts'
import { cameraBrowser, drawSheet, writeVideo } from './scan-camera.ts'

const SCANS = '/api/v1/pdf_handler/scan/sessions/'
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const satisfies BrowserContextOptions

const SHEETS = ['alder', 'birch', 'cedar', 'dogwood', 'elder'].map((tree) => [
  `Delivery ${tree}`,
  'Oak worktop, oiled',
  'Wall unit, glazed',
  `Received by ${tree}`,
])

interface Made {
  session_id: string
  pairing_token: string
}

/** Opens a session as the desk’s own page does. */
async function openSession(desk: Page, title: string): Promise<Made> {
  const made = await desk.request.post(SCANS, { data: { title } })
  expect(made.status()).toBe(201)
  return made.json()
}

const sessionOf = async (desk: Page, { session_id }: Made): Promise<ScanSession> =>
  (await desk.request.get(`${SCANS}${session_id}/`)).json()

const readyPages = async (desk: Page, session: Made) =>
  (await sessionOf(desk, session)).pages.filter(({ state }) => state === 'ready').length

/** A phone with the page of a session open. */
async function openPhone(
  browser: Browser,
  baseURL: string | undefined,
  { pairing_token }: Made,
  more: BrowserContextOptions = {},
) {
  const context = await browser.newContext({ ...PHONE, ...(baseURL && { baseURL }), ...more })
  const page = await context.newPage()
  await page.goto(`/s#${pairing_token}`)
  return { context, page }
}

test('five sheets are captured by themselves, and become one PDF with their words', async ({
  signedIn: desk,
  baseURL,
  launchOptions,
}) => {
  test.setTimeout(240_000) // the video alone takes half a minute, and the text of five pages is read
  const folder = mkdtempSync(join(tmpdir(), 'filewright-video-'))
  const video = join(folder, 'sheets.mjpeg')
  const drawing = await desk.context().newPage()
  await writeVideo(video, drawing, SHEETS)
  await drawing.close()
  const browser = await cameraBrowser(video, launchOptions)
  try {
    const session = await openSession(desk, 'Delivery notes')
    await desk.goto(`/scan/${session.session_id}`)
    const { context, page: phone } = await openPhone(browser, baseURL, session, { permissions: ['camera'] })
    await expect(phone).toHaveURL(/\/s$/)
    await expect(phone.getByText('Delivery notes')).toBeVisible()
    await phone.getByText('Auto', { exact: true }).tap()
    // The third sheet is taken without a network, and follows when there is one.
    const captured = phone.getByRole('list', { name: 'Pages' }).getByRole('listitem')
    await expect(captured).toHaveCount(2, { timeout: 60_000 })
    await context.setOffline(true)
    await expect(captured).toHaveCount(3, { timeout: 60_000 })
    await context.setOffline(false)
    await expect(captured).toHaveCount(5, { timeout: 90_000 })
    await phone.getByText('Manual', { exact: true }).tap()
    await expect.poll(() => readyPages(desk, session), { timeout: 60_000 }).toBeGreaterThanOrEqual(5)
    const strip = desk.getByRole('button', { name: /^Page \d$/ })
    await expect(strip).toHaveCount(5)
    // The corners were found: the outline of each is that of the sheet.
    const before = (await sessionOf(desk, session)).pages
    for (const { settings } of before)
      for (const [at, [x, y]] of (settings.quad ?? []).entries())
        expect(Math.hypot(x - CORNERS[at as 0][0], y - CORNERS[at as 0][1])).toBeLessThan(0.03)
    // The desk moves a corner and a page; the phone sees both.
    await strip.first().click()
    await desk.getByRole('button', { name: /^Top left corner/ }).press('Shift+ArrowLeft')
    await expect
      .poll(async () => (await sessionOf(desk, session)).pages[0]?.settings.quad?.[0][0])
      .toBeLessThan(before[0]?.settings.quad?.[0][0] ?? 0)
    await strip.first().press('Alt+ArrowDown')
    const order = before.map(({ page_id }) => page_id)
    const moved = [order[1], order[0], ...order.slice(2)]
    const pages = async () => (await sessionOf(desk, session)).pages.map(({ page_id }) => page_id)
    await expect.poll(pages).toEqual(moved)
    await desk.getByRole('button', { name: /^Create PDF, 5 pages/ }).click()
    await expect
      .poll(async () => (await sessionOf(desk, session)).status, { timeout: 90_000 })
      .toBe('completed')
    const { conversion_id } = await sessionOf(desk, session)
    const pdf = await (await desk.request.get(`/api/v1/pdf_handler/${conversion_id}/download/`)).body()
    const text = textOf(pdf)
    for (const tree of ['alder', 'birch', 'cedar', 'dogwood', 'elder'])
      expect(text).toContain(`Delivery ${tree}`)
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Photos to choose, each of another sheet. */
async function photos(desk: Page, count: number) {
  const drawing = await desk.context().newPage()
  const files = []
  for (let at = 1; at <= count; at++)
    files.push({
      name: `sheet-${at}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await photoOf(await drawSheet(drawing, [`Sheet ${at}`]), { width: 450, height: 600 }),
    })
  await drawing.close()
  return files
}

test('thirty pages arrive once and in order, though the network ends twenty times', async ({
  signedIn: desk,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const session = await openSession(desk, 'Thirty')
  const { context, page: phone } = await openPhone(browser, baseURL, session)
  const files = await photos(desk, 30)
  await phone.getByLabel('Photos from this phone').setInputFiles(files)
  const arrived = () => readyPages(desk, session)
  for (let cut = 0; cut < 20; cut++) {
    const before = await arrived()
    await context.setOffline(true)
    await expect(phone.getByText(/waiting/)).toBeVisible()
    await context.setOffline(false)
    await expect.poll(arrived, { timeout: 60_000 }).toBeGreaterThan(Math.min(before, 29))
  }
  await expect.poll(arrived, { timeout: 120_000 }).toBe(30)
  const { pages } = await sessionOf(desk, session)
  expect(new Set(pages.map(({ page_id }) => page_id)).size).toBe(30)
  const sizes = pages.map(({ size_bytes }) => size_bytes)
  expect(sizes).toEqual(files.map(({ buffer }) => buffer.length))
  await context.close()
})

/** The processes of a browser, by the folder that it alone was given. */
const processesOf = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(`--user-data-dir=${folder}`))
    .map(Number)

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it has ended meanwhile
  }
}

test('photos outlive a browser that is killed before they are sent', async ({
  signedIn: desk,
  baseURL,
  launchOptions,
}) => {
  test.setTimeout(60_000)
  const session = await openSession(desk, 'Killed')
  const folder = mkdtempSync(join(tmpdir(), 'filewright-phone-'))
  const start = () =>
    chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...PHONE,
      ...(baseURL && { baseURL }),
      // Nobody is there to answer when it asks for the camera.
      args: [...(launchOptions.args ?? []), '--deny-permission-prompts'],
    })
  try {
    const before = await start()
    const phone = await before.newPage()
    await phone.goto(`/s#${session.pairing_token}`)
    await expect(phone.getByText('Killed')).toBeVisible()
    await before.setOffline(true)
    const files = await photos(desk, 3)
    await phone.getByLabel('Photos from this phone').setInputFiles(files)
    await expect(phone.getByText('3 waiting')).toBeVisible()
    for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL')
    await expect.poll(() => processesOf(folder)).toEqual([])
    // It is gone: closing only lets go of what is left of it here.
    await before.close().catch(() => {})
    expect(await readyPages(desk, session)).toBe(0)
    const after = await start()
    // The address has no token: it was kept with the photos.
    await (await after.newPage()).goto('/s')
    await expect.poll(() => readyPages(desk, session), { timeout: 30_000 }).toBe(3)
    const { pages } = await sessionOf(desk, session)
    expect(pages.map(({ size_bytes }) => size_bytes)).toEqual(files.map(({ buffer }) => buffer.length))
    await after.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
