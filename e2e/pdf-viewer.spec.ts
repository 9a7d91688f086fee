import { readFileSync } from 'node:fs'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { corpusFile } from '../tests/corpora/files.ts'
import { expect, type TestFile, test, violations } from './fixtures.ts'
import { ASIAN, asian, book, jpeg2000, linked, rightToLeft, unembedded } from './pdf-files.ts'

const real = (path: string): TestFile => ({
  name: path.split('/').at(-1) as string,
  mimeType: 'application/pdf',
  buffer: readFileSync(corpusFile(path)),
})

async function open(page: Page, file: TestFile) {
  await page.goto('/pdf')
  await expect(page.getByRole('heading', { name: 'Drop a PDF here' })).toBeVisible()
  await page.locator('input[type=file]').first().setInputFiles(file)
}
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Pages and zoom' })
const place = (page: Page, number: number) => page.locator(`[data-place="${number}"]`)
const pageImage = (page: Page, number: number) =>
  page
    .locator(`[data-place="${number}"]`)
    .getByRole('img', { name: `Page ${number}`, exact: true })
    .locator('canvas')
const find = (page: Page) => page.getByRole('searchbox', { name: 'Find in file' })
const viewer = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/**
 * Where something lies on its page, in points of a page that is not turned: as a part of its width
 * and height.
 */
async function partOf(page: Page, number: number, what: ReturnType<Page['locator']>) {
  const paper = (await place(page, number).boundingBox())!
  const box = (await what.boundingBox())!
  return {
    left: (box.x - paper.x) / paper.width,
    top: (box.y - paper.y) / paper.height,
    right: (box.x + box.width - paper.x) / paper.width,
    bottom: (box.y + box.height - paper.y) / paper.height,
  }
}

test('a file on this device is opened, and nothing of it is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  await open(page, await linked())
  await expect(pageImage(page, 1)).toBeVisible()
  await expect(page).toHaveTitle(/linked\.pdf/)
  await expect(bar(page)).toContainText('Page 1 of 6')
  // The text can be selected, read and copied.
  await expect(place(page, 1).locator('.pdf-text')).toContainText('To chapter four')
  expect(await violations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page)).toEqual([])
  expect(sent).toEqual([])
})

for (const [title, isRefused] of [
  ['by WebAssembly in the worker', false],
  ['by plain JavaScript where WebAssembly does not come', true],
] as const)
  test(`an image in JPEG 2000 is drawn ${title}`, async ({ page }) => {
    const decoders: string[] = []
    page.on('requestfinished', (request) => {
      if (/openjpeg/.test(request.url())) decoders.push(request.url().split('/').at(-1) ?? '')
    })
    if (isRefused) await page.context().route('**/openjpeg.wasm', (route) => route.abort())
    await open(page, jpeg2000())
    await expect(pageImage(page, 1)).toBeVisible()
    const middle = await pageImage(page, 1).evaluate((canvas: HTMLCanvasElement) => [
      ...canvas.getContext('2d')!.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data,
    ])
    for (const [at, value] of [0x20, 0x60, 0xc0, 255].entries())
      expect(Math.abs(middle[at]! - value), String(middle)).toBeLessThan(12)
    expect(decoders).toEqual([isRefused ? 'openjpeg_nowasm_fallback.js' : 'openjpeg.wasm'])
    const isAllowed = await page.evaluate(() =>
      WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(
        () => true,
        () => false,
      ),
    )
    expect(isAllowed, 'a page runs none').toBe(false)
  })

test('what is sought is found on every page, marked and brought into sight', async ({ page }) => {
  await open(page, await book(120))
  await expect(pageImage(page, 1)).toBeVisible()
  await page.keyboard.press('Control+f')
  await expect(find(page)).toBeFocused()
  await page.keyboard.type('LANTERN')
  await expect(page.getByText('1 of 12', { exact: true })).toBeVisible()
  await expect(bar(page)).toContainText('Page 10 of 120')
  await expect(place(page, 10).locator('[data-current]')).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 12', { exact: true })).toBeVisible()
  await expect(place(page, 20).locator('[data-current]')).toBeInViewport()
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(page.getByText('12 of 12', { exact: true })).toBeVisible()
  await expect(place(page, 120).locator('[data-current]')).toBeInViewport()
  // The mark lies over the word.
  const word = place(page, 120).locator('.pdf-text span', { hasText: 'lantern' })
  const [mark, line] = [
    await place(page, 120).locator('[data-current]').boundingBox(),
    await word.boundingBox(),
  ]
  expect(mark!.x).toBeGreaterThan(line!.x)
  expect(mark!.x + mark!.width).toBeLessThan(line!.x + line!.width)
  await find(page).fill('unicorn')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No matches')).toBeHidden()
})

test('inner links lead on, outer ones say where they lead, and nothing runs', async ({ page, context }) => {
  await open(page, await linked())
  const first = place(page, 1)
  await expect(first.getByRole('button')).toHaveCount(3)
  await first.getByRole('button', { name: /https:\/\/example\.com\/where/ }).click()
  const leads = page.getByRole('dialog', { name: 'Link destination' })
  const out = leads.getByRole('link', { name: 'Open in new tab' })
  await expect(out).toHaveAttribute('href', 'https://example.com/where?a=1')
  await expect(out).toHaveAttribute('rel', /noopener/)
  await expect(out).toHaveAttribute('target', '_blank')
  await page.keyboard.press('Escape')
  await expect(leads).toBeHidden()
  expect(context.pages(), 'nothing was opened').toHaveLength(1)
  await first.getByRole('button', { name: 'Onward' }).click()
  await expect(bar(page)).toContainText('Page 2 of 6')
  await bar(page).getByRole('button', { name: 'Previous page' }).click()
  await first.getByRole('button', { name: 'To chapter four' }).click()
  await expect(bar(page)).toContainText('Page 4 of 6')
  await expect(place(page, 4).getByText('The place that is meant')).toBeInViewport()
  await expect(page).toHaveURL(/page=4/)
  expect(await page.title()).toContain('linked.pdf')
})

test('the outline unfolds and leads to its places', async ({ page }) => {
  await open(page, await linked())
  const outline = page.getByRole('navigation', { name: 'Outline' })
  await outline.getByRole('button', { name: 'A section of it' }).click()
  await expect(bar(page)).toContainText('Page 5 of 6')
  await outline.getByRole('button', { name: 'Collapse Chapter 2' }).click()
  await expect(outline.getByRole('button', { name: 'A section of it' })).toHaveCount(0)
})

test('what is laid over a page lies right, however it is turned, enlarged and cropped', async ({ page }) => {
  await open(page, await linked())
  await expect(pageImage(page, 1)).toBeVisible()
  const link = place(page, 1).getByRole('button', { name: 'To chapter four' })
  // The link's rectangle is 60, 575, 170, 595 on a page of 500 × 700.
  const upright = { left: 60 / 500, top: 105 / 700, right: 170 / 500, bottom: 125 / 700 }
  const near = async (expected: typeof upright) => {
    await expect
      .poll(async () => {
        const found = await partOf(page, 1, link)
        return Math.max(
          ...Object.entries(expected).map(([side, part]) => Math.abs(found[side as 'left'] - part)),
        )
      })
      .toBeLessThan(0.004)
  }
  await near(upright)
  for (let step = 0; step < 3; step++) await bar(page).getByRole('button', { name: 'Zoom in' }).click()
  await near(upright)
  const turn = bar(page).getByRole('button', { name: 'Rotate view' })
  await turn.click()
  await near({ left: 1 - upright.bottom, top: upright.left, right: 1 - upright.top, bottom: upright.right })
  await turn.click()
  await near({
    left: 1 - upright.right,
    top: 1 - upright.bottom,
    right: 1 - upright.left,
    bottom: 1 - upright.top,
  })
  await turn.click()
  await near({ left: upright.top, top: 1 - upright.right, right: upright.bottom, bottom: 1 - upright.left })

  // The text of a cropped page, turned as well: 120, 240 within 20, 40 to 320, 440.
  await turn.click()
  await find(page).fill('mark')
  const mark = place(page, 2).locator('[data-current]')
  await expect(mark).toBeInViewport()
  const found = await partOf(page, 2, mark)
  expect(found.left).toBeCloseTo(100 / 300, 1)
  expect(found.bottom).toBeGreaterThan(200 / 400 - 0.03)
  expect(found.bottom).toBeLessThan(200 / 400 + 0.03)
  await turn.click()
  await expect.poll(async () => (await partOf(page, 2, mark)).top).toBeGreaterThan(100 / 300 - 0.03)
  expect((await partOf(page, 2, mark)).top).toBeLessThan(100 / 300 + 0.03)
})

test('the keyboard does what the pointer does', async ({ page }) => {
  await open(page, await book(30))
  await expect(pageImage(page, 1)).toBeVisible()
  const pages = viewer(page, 'book-30.pdf')
  await pages.press('n')
  await expect(bar(page)).toContainText('Page 2 of 30')
  await pages.press('ArrowRight')
  await expect(bar(page)).toContainText('Page 3 of 30')
  await pages.press('p')
  await expect(bar(page)).toContainText('Page 2 of 30')
  await pages.press('End')
  await expect(bar(page)).toContainText('Page 30 of 30')
  const zoom = () =>
    bar(page)
      .getByRole('button', { name: /^Zoom: / })
      .textContent()
  const fit = await zoom()
  await pages.press('+')
  await expect.poll(zoom).not.toBe(fit)
  await expect(bar(page), 'the page stays').toContainText('Page 30 of 30')
  await pages.press('0')
  await expect.poll(zoom).toBe(fit)
  await bar(page)
    .getByRole('button', { name: /^Page 30 of 30$/ })
    .click()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('Page 7 of 30')
  await expect(place(page, 7).getByText('Page 7 of the book')).toBeInViewport()
  // From thumbnail to thumbnail.
  const small = page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: 'Page 7', exact: true })
  await small.focus()
  await page.keyboard.press('ArrowDown')
  await expect(bar(page)).toContainText('Page 8 of 30')
  await expect(page.getByRole('button', { name: 'Page 8', exact: true })).toBeFocused()
  // The wheel with Ctrl enlarges around the pointer.
  const before = await zoom()
  await place(page, 8).hover({ position: { x: 200, y: 200 } })
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -240)
  await page.keyboard.up('Control')
  await expect.poll(zoom).not.toBe(before)
  await expect(bar(page)).toContainText('Page 8 of 30')
})

test('a thousand pages: few are there at once, and only what is looked at is fetched', async ({
  signedIn: page,
}) => {
  const file = await book(1000)
  const kept = await page.request.post('/api/v1/user/storage/files/upload/', { multipart: { file } })
  const { id } = await kept.json()
  let bytes = 0
  const whole: string[] = []
  page.on('response', (answer) => {
    if (!answer.url().includes(`/files/${id}/content/`)) return
    bytes += Number(answer.headers()['content-length'] ?? 0)
    if (answer.status() !== 206) whole.push(answer.url())
  })
  await page.goto(`/pdf?file=${id}`)
  await expect(pageImage(page, 1)).toBeVisible()
  await expect(place(page, 1).locator('.pdf-text')).toContainText('Page 1 of the book')
  expect(whole, 'all of it came in parts').toEqual([])
  expect(bytes, 'a part of the file is enough').toBeLessThan(file.buffer.length / 4)

  const pages = viewer(page, 'book-1000.pdf')
  let most = 0
  for (let step = 0; step < 40; step++) {
    await pages.evaluate((box) => box.scrollBy(0, 2500))
    most = Math.max(most, await pages.locator('canvas').count())
  }
  expect(most).toBeLessThan(8)
  expect(await pages.locator('[data-place]').count()).toBeLessThan(8)
  await pages.press('Home')
  await expect(bar(page)).toContainText('Page 1 of 1000')
  await expect(pageImage(page, 1)).toBeVisible()
  await page.goto(`/pdf?file=${id}&page=600`)
  await expect(pageImage(page, 600)).toBeVisible()
  await expect(bar(page), 'the address says the page').toContainText('Page 600 of 1000')
})

test('what does not come is said, asked for again, and opened once it is there', async ({
  signedIn: page,
}) => {
  const file = await book(400)
  const kept = await page.request.post('/api/v1/user/storage/files/upload/', { multipart: { file } })
  const { id } = await kept.json()
  const content = `**/files/${id}/content/**`
  await page.route(content, (route) => route.abort())
  await page.goto(`/pdf?file=${id}`)
  await expect(page.getByRole('alert')).toContainText('The file couldn’t be loaded')
  await page.unroute(content)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(pageImage(page, 1)).toBeVisible()
  // Later on a part of it fails.
  await page.route(content, (route) => route.abort())
  await viewer(page, 'book-400.pdf').press('n')
  await bar(page)
    .getByRole('button', { name: /^Page 2 of/ })
    .click()
  await page.keyboard.type('200')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('status').filter({ hasText: 'Part of the file couldn’t be loaded.' }),
  ).toBeVisible()
  await page.unroute(content)
  await expect(pageImage(page, 200)).toBeVisible()
  await expect(page.getByText('Part of the file couldn’t be loaded.')).toBeHidden()
})

test('Hebrew and Chinese are found as they are read', async ({ page }) => {
  await open(page, await rightToLeft())
  await find(page).fill('לכולם')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await expect(place(page, 1).locator('[data-current]')).toBeVisible()
  // The table of the old encoding is ours, and no other host is asked.
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.locator('input[type=file]').first().setInputFiles(asian('GB1'))
  await find(page).fill('支付')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  const origin = new URL(page.url()).origin
  expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(origin))).toEqual([])
})

test('what is selected goes on through pages that have left, and all of it is copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, await book(120))
  const line = (number: number, text: string) =>
    place(page, number).locator('.pdf-text span', { hasText: text }).first()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  const pages = viewer(page, 'book-120.pdf')
  await expect(line(1, 'Page 1 of the book')).toBeVisible()
  const from = (await line(1, 'Page 1 of the book').boundingBox())!
  await page.mouse.move(from.x + 1, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width - 1, from.y + from.height / 2, { steps: 4 })
  await page.mouse.up()

  await bar(page)
    .getByRole('button', { name: /^Page 1 of/ })
    .click()
  await page.keyboard.type('40')
  await page.keyboard.press('Enter')
  await expect(line(40, 'lantern')).toBeVisible()
  const to = (await line(40, 'lantern').boundingBox())!
  await page.keyboard.down('Shift')
  await page.mouse.click(to.x + to.width - 1, to.y + to.height / 2)
  await page.keyboard.up('Shift')
  const painted = () =>
    page.evaluate(() =>
      [...(CSS.highlights.get('pdf-selection') ?? [])].map((range) => {
        const { startContainer, endContainer } = range as Range
        const number = startContainer.parentElement?.closest<HTMLElement>('[data-place]')?.dataset.place
        return `${number}: ${startContainer.textContent} … ${endContainer.textContent}`
      }),
    )
  await expect.poll(painted).toContainEqual('40: Page 40 of the book … Here a lantern is lit.')
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Text of 40 pages copied')).toBeVisible()
  const copied = await clipboard()
  expect(copied.match(/Page \d+ of the book/g)).toEqual(
    Array.from({ length: 40 }, (_, at) => `Page ${at + 1} of the book`),
  )
  expect(copied.startsWith('Page 1 of the book')).toBe(true)
  expect(copied.endsWith('Here a lantern is lit.')).toBe(true)

  // What was selected first is still marked when one comes back to it.
  await pages.press('Home')
  await expect.poll(async () => (await painted()).join()).toMatch(/(^|,)1: Page 1 of the book …/)
  expect(await pages.locator('[data-place]').count()).toBeLessThan(8)

  // A click begins anew.
  await line(1, 'Page 1 of the book').click()
  await expect.poll(painted).toEqual([])

  await pages.press('Control+a')
  await page.keyboard.press('Control+c')
  await expect(page.getByText('Text of 120 pages copied')).toBeVisible()
  expect((await clipboard()).match(/Page \d+ of the book/g)).toHaveLength(120)
  await pages.press('Escape')
  await expect.poll(painted).toEqual([])
})

test('a drag through pages selects on while they leave', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, await book(30))
  const pages = viewer(page, 'book-30.pdf')
  const title = place(page, 2).locator('.pdf-text span', { hasText: 'Page 2 of the book' })
  await expect(place(page, 2).locator('.pdf-text span').first()).toBeAttached()
  await title.scrollIntoViewIfNeeded()
  const from = (await title.boundingBox())!
  await page.mouse.move(from.x + 1, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + 90, from.y + from.height / 2, { steps: 3 })
  // With the button down, the wheel.
  await pages.evaluate((box) => box.scrollBy(0, 9 * 850))
  await expect(place(page, 2)).toHaveCount(0)
  const number = Number(await pages.locator('[data-place]').nth(1).getAttribute('data-place'))
  const last = place(page, number).locator('.pdf-text span').nth(4)
  await expect(last).toBeVisible()
  const to = (await last.boundingBox())!
  await page.mouse.move(to.x + 5, to.y + to.height / 2, { steps: 4 })
  await page.mouse.move(to.x + to.width - 2, to.y + to.height / 2, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.press('Control+c')
  await expect(page.getByText(/Text of \d+ pages copied/)).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.match(/Page \d+ of the book/g)).toEqual(
    Array.from({ length: number - 1 }, (_, at) => `Page ${at + 2} of the book`),
  )
})

/** What each of the letters of `asian` looks like on the page: its dark pixels, as a text. */
const letters = (page: Page, count: number) =>
  pageImage(page, 1).evaluate((canvas: HTMLCanvasElement, count) => {
    const context = canvas.getContext('2d')!
    const scale = canvas.width / 400
    return Array.from({ length: count }, (_, at) => {
      const size = Math.floor(24 * scale)
      const { data } = context.getImageData(
        Math.round((60 + 24 * at) * scale),
        Math.round((300 - 200 - 21) * scale),
        size,
        size,
      )
      return Array.from({ length: size * size }, (_, dot) => (data[4 * dot]! < 128 ? '#' : '.')).join('')
    })
  }, count)

for (const order of ['GB1', 'CNS1', 'Japan1', 'Korea1'] as const)
  test(`letters of ${order} are drawn with a font of ours where neither file nor device has one`, async ({
    page,
  }) => {
    const fonts: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.otf')) fonts.push(new URL(request.url()).pathname)
    })
    await open(page, await linked())
    await expect(pageImage(page, 1)).toBeVisible()
    expect(fonts, 'without such letters none is fetched').toEqual([])
    await page.locator('input[type=file]').first().setInputFiles(asian(order))
    await expect(viewer(page, `${order}.pdf`)).toBeVisible()
    await expect(pageImage(page, 1)).toBeVisible()
    expect(fonts).toEqual([
      expect.stringMatching(/\/assets\/pdf-[\d.]+\/standard_fonts\/NotoSans\w+-Regular-/),
    ])
    const drawn = await letters(page, ASIAN[order].text.length)
    // The boxes that stand for missing letters are all alike.
    expect(new Set(drawn).size).toBe(drawn.length)
    for (const letter of drawn) expect(letter.split('#').length).toBeGreaterThan(30)
  })

test('letters of Times and Courier have their own widths on every device', async ({ page }) => {
  const text = 'Mooring license, minimum 11 berths'
  const names = [StandardFonts.TimesRoman, StandardFonts.TimesRomanBold, StandardFonts.CourierOblique]
  const pdf = await PDFDocument.create()
  const fonts = await Promise.all(names.map((name) => pdf.embedFont(name)))
  await open(page, await unembedded(text, names))
  await expect(pageImage(page, 1)).toBeVisible()
  const widths = await page.evaluate((text) => {
    const context = document.createElement('canvas').getContext('2d')!
    // Those that pdf.js has loaded from the device, or from us.
    const loaded = [...document.fonts].filter(({ family }) => /_sf\d+$/.test(family))
    return loaded.map(({ family }) => {
      context.font = `100px "${family}"`
      return context.measureText(text).width
    })
  }, text)
  const expected = fonts.map((font) => font.widthOfTextAtSize(text, 100))
  expect(widths).toHaveLength(expected.length)
  for (const [at, width] of widths.toSorted((a, b) => a - b).entries())
    expect(width / expected.toSorted((a, b) => a - b)[at]!).toBeCloseTo(1, 2)
})

test('the pages are printed, all of them', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => {
      const printed = document.querySelectorAll('.pdf-printed img')
      document.body.dataset.printed = String(printed.length)
      dispatchEvent(new Event('afterprint'))
    }
  })
  await open(page, await linked())
  await expect(pageImage(page, 1)).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '6')
  await expect(page.locator('.pdf-printed')).toHaveCount(0)
})

test('on a phone the pages and the outline come in a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, await linked())
  await expect(pageImage(page, 1)).toBeVisible()
  const show = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitemcheckbox', { name }).click()
  }
  await show('Fields and outline')
  const sheet = page.getByRole('dialog', { name: 'About this file' })
  await sheet.getByRole('button', { name: 'Chapter 4' }).click()
  await expect(sheet).toBeHidden()
  await expect(bar(page)).toContainText('Page 4 of 6')
  await show('Thumbnails')
  await page
    .getByRole('dialog', { name: 'Pages' })
    .getByRole('button', { name: 'Page 2', exact: true })
    .click()
  await expect(bar(page)).toContainText('Page 2 of 6')
  expect(await violations(page)).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(360)
})

test('nothing is cut off in the narrowest window, and all of a page is seen in the largest', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, await book(120))
  await expect(pageImage(page, 1)).toBeVisible()
  await expect(bar(page)).toContainText('Page 1 of 120')
  const cut = await bar(page).evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(cut).toBeLessThanOrEqual(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 3840, height: 2160 })
  await expect.poll(async () => (await place(page, 1).boundingBox())!.height).toBeGreaterThan(1_700)
  await expect(place(page, 1)).toBeInViewport({ ratio: 1 })
})

test('a password opens what is locked, and a wrong one is said to be wrong', async ({ page }) => {
  await open(page, real('pdf/enc-R3_V2_U_view_O_view.pdf'))
  const password = page.getByRole('textbox', { name: 'Password' })
  await password.fill('nothing')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('Wrong password')).toBeVisible()
  await password.fill('view')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(pageImage(page, 1)).toBeVisible()
})

for (const path of ['pdf/bad1.pdf', 'hostile/empty.pdf'])
  test(`${path} is said to be damaged`, async ({ page }) => {
    await open(page, real(path))
    await expect(page.getByRole('alert')).toContainText('This file isn’t a readable PDF')
    expect(await violations(page)).toEqual([])
  })

for (const path of [
  'pdf/bad13.pdf',
  'pdf/pages-loop.pdf',
  'pdf/outlines-with-loop.pdf',
  'pdf/page-labels-num-tree-damaged.pdf',
  'pdf/page-inherit-mediabox.pdf',
  'pdf/form-fields-and-annotations.pdf',
  'pdf/large-inline-image.pdf',
  'hostile/page-loop.pdf',
])
  test(`${path} is shown, or said why not`, async ({ page }) => {
    await open(page, real(path))
    await expect(pageImage(page, 1).or(page.getByRole('alert')).first()).toBeVisible()
  })
