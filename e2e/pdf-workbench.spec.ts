import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Download, Locator, Page } from '@playwright/test'
import { expect, image, type TestFile, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'
import { book, lease, locked, readOnlyForm, rotatedForm } from './pdf-files.ts'

const FILES = '/api/v1/user/storage/files/'

async function open(page: Page, file: TestFile) {
  await page.goto('/pdf')
  await expect(page.getByRole('heading', { name: 'Drop a PDF here' })).toBeVisible()
  await page.locator('input[type=file]').first().setInputFiles(file)
  await expect(paper(page, 1).locator('canvas')).toBeVisible()
}
async function openStored(page: Page, file: TestFile): Promise<string> {
  const kept = await page.request.post(`${FILES}upload/`, { multipart: { file } })
  const { id } = await kept.json()
  await page.goto(`/pdf?file=${id}`)
  await expect(paper(page, 1).locator('canvas')).toBeVisible()
  return id
}
const paper = (page: Page, number: number) => page.locator(`[data-place="${number}"]`)
/** A tool of the bar, or of a menu of the bar where there is no room for its word. */
const tool = (page: Page, name: string) => ({
  async click() {
    const bar = page.getByRole('toolbar', { name: 'Tools' })
    const own = bar.getByRole('button', { name, exact: true })
    await expect(bar.getByRole('button', { name: 'Select' })).toBeEnabled()
    if (await own.count()) return own.click()
    await bar.getByRole('button', { name: /^(Annotate|More tools)/ }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  },
})
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`)
const shapes = (page: Page, number: number) => paper(page, number).locator('[data-mark]')

const savePanel = (page: Page) => page.getByRole('region', { name: 'Save', exact: true })
/** Destinations whose verb is on a button only once they are chosen. */
const DESTINATIONS: Record<string, string> = { 'Save as new version': 'New version of this file' }

async function saveAs(page: Page, verb: string) {
  const button = savePanel(page).getByRole('button', { name: new RegExp(`^${verb}`) })
  const destination = DESTINATIONS[verb]
  if (destination) {
    await savePanel(page).getByRole('combobox', { name: 'Save to' }).click()
    await page.getByRole('option', { name: destination }).click()
  }
  await button.click()
}
async function downloaded(page: Page): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), saveAs(page, 'Download')])
  return bytesOf(download)
}
const bytesOf = async (download: Download) => readFile(await download.path())

async function drag(page: Page, number: number, from: [number, number], to: [number, number]) {
  const box = (await paper(page, number).boundingBox())!
  await page.mouse.move(box.x + from[0] * box.width, box.y + from[1] * box.height)
  await page.mouse.down()
  await page.mouse.move(box.x + ((from[0] + to[0]) / 2) * box.width, box.y + from[1] * box.height)
  await page.mouse.move(box.x + to[0] * box.width, box.y + to[1] * box.height)
  await page.mouse.up()
}

test('a form is filled in with the keyboard alone, and stored so that others read what it says', async ({
  signedIn: page,
}) => {
  await open(page, await lease())
  await expect(page.getByText('0 of 5 completed')).toBeVisible()
  await field(page, 'tenant.name').focus()
  await page.keyboard.type('Ana Ruíz Calder')
  await page.keyboard.press('Tab')
  await expect(field(page, 'move_in')).toBeFocused()
  await page.keyboard.type('14/2/2027')
  await expect(page.getByText('Enter the date as dd/mm/yyyy')).toBeVisible()
  for (let at = 0; at < '14/2/2027'.length; at++) await page.keyboard.press('Backspace')
  await page.keyboard.type('14/02/2027')
  await expect(page.getByText('Enter the date as dd/mm/yyyy')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await expect(field(page, 'rooms')).toBeFocused()
  await page.keyboard.type('Two')
  await expect(page.getByText('5 of 5 completed')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await saveAs(page, 'Save to Storage')
  await expect(page.getByText('Saved to Storage')).toBeVisible()
  const { results } = await (await page.request.get(FILES)).json()
  const bytes = await (await page.request.get(results[0].download_url)).body()
  const form = (await PDFDocument.load(bytes)).getForm()
  expect(form.getTextField('tenant.name').getText()).toBe('Ana Ruíz Calder')
  expect(form.getTextField('move_in').getText()).toBe('14/02/2027')
  expect(form.getCheckBox('read').isChecked()).toBe(true)
  expect(form.getRadioGroup('paid').getSelected()).toBe('yearly')
  expect(form.getDropdown('rooms').getSelected()).toEqual(['Two'])
  // What was saved is seen on, and no draft any more.
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(savePanel(page).getByRole('button', { name: 'Open' })).toBeFocused()
  await expect(field(page, 'tenant.name')).toHaveValue('Ana Ruíz Calder')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Drop a PDF here' })).toBeVisible()
})

type Area = [left: number, top: number, width: number, height: number]
/** How much of a rectangle of page 1, in points, is dark on its canvas: 0 to 1. */
const inkIn = (page: Page, rect: Area) => inkOn(paper(page, 1), rect, 400)
/** The same of any image of a page that is so many points wide. */
const inkOn = (of: Locator, rect: Area, points: number) =>
  of.locator('canvas').evaluate(
    (canvas: HTMLCanvasElement, [left, top, width, height, points]) => {
      const scale = canvas.width / points
      const [x, y, w, h] = [left * scale, top * scale, width * scale, height * scale].map(Math.round)
      const { data } = canvas.getContext('2d')!.getImageData(x!, y!, w!, h!)
      let dark = 0
      for (let at = 0; at < data.length; at += 4) if (data[at + 3]! > 128 && data[at]! < 192) dark++
      return dark / (data.length / 4)
    },
    [...rect, points] as const,
  )

test('what is filled in is painted in every tool, on thumbnails and in the page grid, before it is saved', async ({
  page,
}) => {
  await open(page, await lease())
  const thumbnail = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Page 1' })
  const within: Record<string, Area> = {
    text: [76, 144, 120, 14],
    tick: [74, 228, 12, 12],
    radio: [115, 261, 10, 10],
    choice: [76, 294, 60, 14],
  }
  const inks = async (of: Locator) => {
    const entries = Object.entries(within).map(async ([name, rect]) => [name, await inkOn(of, rect, 595)])
    return Object.fromEntries(await Promise.all(entries)) as Record<string, number>
  }
  const some = (ink: Record<string, number>) => Object.values(ink).every((dark) => dark > 0.02)
  await field(page, 'tenant.name').fill('Ana Ruiz Calder')
  await field(page, 'read').check()
  await field(page, 'paid').nth(1).check()
  await field(page, 'rooms').selectOption('Two')
  await expect.poll(async () => some(await inks(thumbnail)), 'on the thumbnail').toBe(true)
  for (const name of ['Select', 'Highlight', 'Text', 'Redact']) {
    await tool(page, name).click()
    await expect.poll(async () => some(await inks(paper(page, 1))), name).toBe(true)
  }
  await tool(page, 'Stamp').click()
  await page.getByRole('button', { name: 'Add to page 1' }).click()
  await expect(thumbnail.locator('[data-small-marks] text')).toHaveText('APPROVED')
  await tool(page, 'Pages').click()
  const sheet = page.getByRole('list', { name: 'Pages' }).getByRole('button').first()
  await expect.poll(async () => some(await inks(sheet)), 'in the page grid').toBe(true)
  await expect(sheet.locator('[data-small-marks] text')).toHaveText('APPROVED')
})

test('fields of rotated pages are filled in as their text will read, and painted where it will stand', async ({
  page,
}, info) => {
  await open(page, await rotatedForm())
  const turned = (name: string) =>
    field(page, name).evaluate((input) => getComputedStyle(input.parentElement!).rotate)
  const inks: Record<string, number[]> = {}
  for (const [at, angle] of [0, 90, 180, 270].entries()) {
    await page.getByRole('button', { name: `Page ${at + 1}`, exact: true }).click()
    await field(page, `lying.${angle}`).fill('Il')
    await field(page, `upright.${angle}`).fill('Il')
    expect(await turned(`lying.${angle}`)).toBe(angle === 0 ? 'none' : `${angle}deg`)
    expect(await turned(`upright.${angle}`), 'it reads upright').toBe('none')
  }
  const corners: Area[] = [
    [0, 0, 200, 200],
    [200, 0, 200, 200],
    [0, 200, 200, 200],
    [200, 200, 200, 200],
  ]
  const inkOf = async (number: number) => {
    await page.getByRole('button', { name: `Page ${number}`, exact: true }).click()
    await expect(paper(page, number).locator('canvas')).toBeVisible()
    await expect.poll(() => inkOn(paper(page, number), [0, 0, 400, 400], 400)).toBeGreaterThan(0)
    return Promise.all(corners.map((rect) => inkOn(paper(page, number), rect, 400)))
  }
  await tool(page, 'Select').click()
  for (const number of [1, 2, 3, 4]) inks[number] = await inkOf(number)
  const path = info.outputPath('rotated-saved.pdf')
  await writeFile(path, await downloaded(page))
  await open(page, { name: 'saved.pdf', mimeType: 'application/pdf', buffer: await readFile(path) })
  await tool(page, 'Select').click()
  for (const number of [1, 2, 3, 4]) {
    const saved = await inkOf(number)
    expect(
      saved.map((ink) => ink > 0),
      `page ${number}: ink in the same corners`,
    ).toEqual(inks[number]!.map((ink) => ink > 0))
  }
})

for (const width of [360, 768, 1280])
  test(`the page never moves when a tool is chosen, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await open(page, await lease())
    const before = await paper(page, 1).boundingBox()
    for (const name of ['Select', 'Text', 'Highlight', 'Draw', 'Shape', 'Stamp', 'Note', 'Redact', 'Fill']) {
      await tool(page, name).click()
      expect(await paper(page, 1).boundingBox(), name).toEqual(before)
    }
  })

test('a save is quoted before, and the balance in the sidebar follows at once', async ({
  signedIn: page,
}) => {
  await open(page, await lease())
  await field(page, 'tenant.name').fill('Ana')
  const panel = savePanel(page)
  await expect(panel).toContainText('1 field')
  await expect(panel).toContainText(/Size\s*about \d+\sKB/)
  await expect(panel).toContainText(/Price\s*1 credit of 1,000/)
  const credits = page.getByRole('link', { name: /Credits/ })
  await expect(credits).toContainText('1,000')
  await saveAs(page, 'Save to Storage')
  await expect(panel.getByRole('status')).toContainText('Saved to Storage')
  await expect(credits).toContainText('999')
  await panel.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog')).toContainText('lease.pdf')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(/\/pdf\?file=/)
  await expect(field(page, 'tenant.name')).toHaveValue('Ana')
})

test('pages of a file behind a password are inserted with it, and it is asked for again after a reload', async ({
  signedIn: page,
}) => {
  await openStored(page, await lease())
  await tool(page, 'Pages').click()
  await page.getByLabel('PDF to insert').setInputFiles(await locked('sesame'))
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong password. Try again.')).toBeVisible()
  await expect(password).toBeFocused()
  expect(await violations(page)).toEqual([])
  await page.keyboard.type('sesame')
  await page.keyboard.press('Enter')
  const sheets = page.getByRole('list', { name: 'Pages' }).getByRole('button')
  await expect(sheets).toHaveCount(5)
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  await page.reload()
  // The draft is there; the password was never kept.
  await expect(page.getByRole('dialog', { name: 'Password required' })).toContainText('locked.pdf')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const save = savePanel(page).getByRole('button', { name: /^Save to Storage/ })
  await expect(save).toHaveAccessibleDescription(/Enter the password of their file/)
  await page.getByRole('button', { name: 'Enter password' }).click()
  await password.fill('sesame')
  await page.keyboard.press('Enter')
  await expect(save).toHaveAccessibleDescription('')
  expect((await PDFDocument.load(await downloaded(page))).getPageCount()).toBe(5)
})

test('fields that cannot be changed are seen once, as the file draws them; the others as it lays them out', async ({
  signedIn: page,
}) => {
  await open(page, await readOnlyForm())
  await expect(field(page, 'code')).toHaveValue('ABCD')
  await expect(field(page, 'sum')).toHaveCSS('text-align', 'right')
  for (const name of ['unticked', 'ticked', 'total']) await expect(field(page, name)).toHaveCount(0)
  await expect.poll(() => inkIn(page, [40, 116, 200, 24]), 'a total').toBeGreaterThan(0.01)
  await expect.poll(() => inkIn(page, [120, 40, 40, 40]), 'a tick').toBeGreaterThan(0.03)
  expect(await inkIn(page, [44, 44, 32, 32]), 'no tick').toBe(0)
  expect(await inkIn(page, [40, 176, 240, 24]), 'what an input shows is not below it as well').toBe(0)
  const letters = await field(page, 'code').evaluate((input: HTMLInputElement) => {
    const { letterSpacing, fontSize } = getComputedStyle(input)
    return { advance: Number.parseFloat(letterSpacing), size: Number.parseFloat(fontSize) }
  })
  const cell = (await field(page, 'code').locator('..').boundingBox())!.width / 8
  // A letter of the font is six tenths as wide as it is high.
  expect(letters.advance + letters.size * 0.6).toBeCloseTo(cell, 0)
  await tool(page, 'Select').click()
  await expect(field(page, 'code')).toHaveCount(0)
  await expect.poll(() => inkIn(page, [40, 176, 240, 24])).toBeGreaterThan(0.01)
  expect(await violations(page)).toEqual([])
})

test('marks are drawn, moved with the keyboard, taken back and made again, and outlive the page', async ({
  signedIn: page,
}) => {
  await openStored(page, await lease())
  await tool(page, 'Shape').click()
  await drag(page, 1, [0.6, 0.3], [0.8, 0.4])
  await expect(shapes(page, 1)).toHaveCount(1)
  const mark = shapes(page, 1).first()
  const before = (await mark.boundingBox())!
  await mark.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(async () => (await mark.boundingBox())!.y).toBeGreaterThan(before.y + 10)
  // Without a pointer: put on the page, then moved.
  await tool(page, 'Stamp').click()
  await page.getByRole('button', { name: 'Add to page 1' }).click()
  await expect(shapes(page, 1)).toHaveCount(2)
  await page.keyboard.press('Control+z')
  await expect(shapes(page, 1)).toHaveCount(1)
  await page.keyboard.press('Control+Shift+z')
  await expect(shapes(page, 1)).toHaveCount(2)
  await tool(page, 'Text').click()
  await drag(page, 1, [0.2, 0.5], [0.6, 0.56])
  await page.keyboard.type('Seen on Monday')
  await page.reload()
  await expect(paper(page, 1).locator('canvas')).toBeVisible()
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  await tool(page, 'Select').click()
  await expect(shapes(page, 1)).toHaveCount(3)
  expect(await violations(page)).toEqual([])
  const bytes = await downloaded(page)
  const [first] = (await PDFDocument.load(bytes)).getPages()
  const kinds = first?.node.Annots()?.asArray().length ?? 0
  // The form's own widgets (six), and the three marks.
  expect(kinds).toBe(9)
})

test('text is highlighted by selecting it', async ({ page }) => {
  await open(page, await lease())
  await tool(page, 'Highlight').click()
  const line = paper(page, 1).locator('.pdf-text').getByText('Lease of 14 Harbour Row')
  const box = (await line.boundingBox())!
  await page.mouse.move(box.x + 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await tool(page, 'Select').click()
  await expect(shapes(page, 1)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Highlight, page 1' })).toBeVisible()
})

test('pages are moved, turned and deleted with the keyboard, and dragged', async ({ page }) => {
  await open(page, await lease())
  await tool(page, 'Pages').click()
  const sheets = page.getByRole('list', { name: 'Pages' }).getByRole('button')
  await expect(sheets).toHaveCount(3)
  await sheets.nth(2).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(sheets.first()).toHaveAccessibleName('Page 1, originally 3')
  await page.getByRole('button', { name: 'Rotate clockwise' }).click()
  await page.keyboard.press('Escape')
  await tool(page, 'Pages').click()
  await sheets.nth(1).dragTo(page.getByRole('list', { name: 'Pages' }).getByRole('listitem').nth(2))
  expect(await violations(page)).toEqual([])
  await sheets.nth(2).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(sheets).toHaveCount(2)
  const bytes = await downloaded(page)
  const saved = await PDFDocument.load(bytes)
  expect(saved.getPageCount()).toBe(2)
  expect(saved.getPage(0).getRotation().angle).toBe(90)
})

test('pages of another file and an empty sheet are put in, and kept over a reload', async ({
  signedIn: page,
}) => {
  await openStored(page, await lease())
  await tool(page, 'Pages').click()
  const sheets = page.getByRole('list', { name: 'Pages' }).getByRole('button')
  await sheets.first().click()
  await page.getByLabel('PDF to insert').setInputFiles(await book(2))
  await expect(sheets).toHaveCount(5)
  await expect(sheets.nth(1)).toHaveAccessibleName('Page 2, inserted')
  await page.getByRole('button', { name: 'Blank page' }).click()
  await expect(sheets).toHaveCount(6)
  await sheets.nth(1).dblclick()
  await expect(paper(page, 2).locator('.pdf-text')).toContainText('Page 1 of the book')
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  await page.reload()
  await expect(paper(page, 2).locator('.pdf-text')).toContainText('Page 1 of the book')
  const saved = await PDFDocument.load(await downloaded(page))
  expect(saved.getPageCount()).toBe(6)
  expect(saved.getForm().getFields().length).toBe(5)
})

test('pages are taken out as a file of their own, with what was filled in', async ({ page }) => {
  await open(page, await lease())
  await field(page, 'tenant.name').fill('Ada')
  await tool(page, 'Pages').click()
  const sheets = page.getByRole('list', { name: 'Pages' }).getByRole('button')
  await sheets.nth(1).focus()
  await page.keyboard.press('Space')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Extract' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Pages of lease.pdf')
  expect((await PDFDocument.load(await bytesOf(download))).getPageCount()).toBe(1)
  await sheets.first().click()
  const [both] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Extract' }).click(),
  ])
  const taken = await PDFDocument.load(await bytesOf(both))
  expect(taken.getPageCount()).toBe(2)
  expect(taken.getForm().getTextField('tenant.name').getText()).toBe('Ada')
  await expect(sheets).toHaveCount(3)
})

test('of a thousand pages only those in sight are in the grid, and each is reached by keys', async ({
  page,
}) => {
  await open(page, await book(1000))
  await tool(page, 'Pages').click()
  const sheets = page.getByRole('list', { name: 'Pages' }).getByRole('button')
  await expect(sheets.first()).toBeVisible()
  expect(await sheets.count()).toBeLessThan(60)
  await sheets.first().focus()
  await page.keyboard.press('End')
  const last = page.getByRole('button', { name: 'Page 1000', exact: true })
  await expect(last).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByRole('button', { name: 'Page 999, originally 1000' })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByRole('button', { name: 'Page 1', exact: true })).toBeFocused()
  expect(await violations(page)).toEqual([])
})

test('what a search finds is highlighted and redacted at once, and a page without text by area', async ({
  page,
}) => {
  await open(page, await book(30))
  await tool(page, 'Highlight').click()
  await page.getByRole('searchbox', { name: 'Find in file' }).fill('LANTERN')
  await page.getByRole('button', { name: 'Highlight 3 matches' }).click()
  await page.getByRole('tab', { name: 'Annotations' }).click()
  await expect(page.getByRole('button', { name: 'Highlight Page 10' })).toBeVisible()
  await tool(page, 'Redact').click()
  await page.getByRole('button', { name: 'Redact 3 matches' }).click()
  await expect(page.getByText('All pages · lantern')).toBeVisible()
  await tool(page, 'Pages').click()
  const sheets = page.getByRole('list', { name: 'Pages' }).getByRole('button')
  await page.keyboard.press('Home')
  await sheets.first().click()
  await page.getByRole('button', { name: 'Blank page' }).click()
  await sheets.nth(1).dblclick()
  await tool(page, 'Highlight').click()
  await drag(page, 2, [0.2, 0.3], [0.6, 0.4])
  await tool(page, 'Select').click()
  await expect(shapes(page, 2)).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  const bytes = await downloaded(page)
  const saved = await PDFDocument.load(bytes)
  expect(saved.getPageCount()).toBe(31)
  expect(bytes.includes('lantern')).toBe(false)
  await writeFile(test.info().outputPath('out.pdf'), bytes)
  expect(
    execFileSync('pdftotext', [test.info().outputPath('out.pdf'), '-'], { encoding: 'utf8' }),
  ).not.toMatch(/lantern/i)
})

test('an image and a note are put on a page', async ({ page }) => {
  await open(page, await lease())
  await tool(page, 'Image').click()
  await page.getByLabel('Image to insert').setInputFiles(await image('seal.png', 120, 80))
  await expect(paper(page, 1).locator('svg image')).toHaveCount(1)
  await tool(page, 'Note').click()
  await page.getByRole('button', { name: 'Add to page 1' }).click()
  await page.keyboard.type('Ask about the deposit')
  await page.getByRole('tab', { name: 'Annotations' }).click()
  await expect(page.getByText('Page 1 · Ask about the deposit')).toBeVisible()
  expect(await violations(page)).toEqual([])
  const [first] = (await PDFDocument.load(await downloaded(page))).getPages()
  expect(first?.node.Annots()?.asArray().length).toBeGreaterThanOrEqual(8)
})

test('what is redacted is gone for good', async ({ page }, info) => {
  await open(page, await lease())
  await tool(page, 'Redact').click()
  await drag(page, 1, [0.1, 0.105], [0.6, 0.13])
  await expect(shapes(page, 1)).toHaveCount(1)
  // The file is on this device alone: it is sent for the check when that is asked for.
  await expect(savePanel(page)).toContainText('A page with an image or drawing under a redaction')
  await page
    .getByRole('region', { name: 'Tool options' })
    .getByRole('button', { name: 'Check pages' })
    .click()
  await expect(savePanel(page)).toContainText('No page becomes an image.')
  const path = info.outputPath('redacted.pdf')
  await writeFile(path, await downloaded(page))
  const text = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })
  expect(text).toContain('Lease of 14 Harbour Row')
  expect(text).not.toContain('GB29')
})

test('pages that redaction makes images are named at the tool and in the quote, before saving', async ({
  signedIn: page,
}) => {
  const document = await PDFDocument.load((await lease()).buffer)
  const seal = await document.embedPng((await image('seal.png', 120, 80)).buffer)
  for (const index of [0, 2])
    document.getPage(index).drawImage(seal, { x: 300, y: 400, width: 120, height: 80 })
  await openStored(page, {
    name: 'sealed.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await document.save()),
  })
  await tool(page, 'Redact').click()
  const options = page.getByRole('region', { name: 'Tool options' })
  await drag(page, 1, [0.1, 0.105], [0.6, 0.13])
  await expect(options).toContainText('No page becomes an image.')
  await drag(page, 1, [0.55, 0.45], [0.65, 0.5])
  await expect(options).toContainText('Page 1 becomes an image.')
  await expect(savePanel(page)).toContainText('Page 1 becomes an image.')
  expect(await violations(page)).toEqual([])
  await saveAs(page, 'Download')
  await expect(savePanel(page).getByRole('status')).toContainText('Page 1 became an image')
})

test('a stored file gets a new version, and what it was is kept', async ({ signedIn: page }) => {
  const id = await openStored(page, await lease())
  await field(page, 'tenant.name').fill('Ana')
  await saveAs(page, 'Save as new version')
  await expect(page.getByText('The previous version is kept.')).toBeVisible()
  await expect(field(page, 'tenant.name')).toHaveValue('Ana')
  const { versions } = await (await page.request.get(`${FILES}${id}/versions/`)).json()
  expect(versions).toHaveLength(1)
  await page.goto(`/storage/${id}`)
  await page.getByRole('button', { name: /Restore version from/ }).click()
  await expect(page.getByText(/Version restored/)).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(field(page, 'tenant.name')).toHaveValue('')
})

test('what goes wrong is said, and the draft stays', async ({ page }) => {
  await open(page, await lease())
  await field(page, 'tenant.name').fill('Ana')
  await page.route('**/pdf_handler/save/', (route) => route.abort('connectionfailed'))
  await saveAs(page, 'Download')
  await expect(page.getByText(/^The server didn’t respond/)).toBeVisible()
  await expect(field(page, 'tenant.name')).toHaveValue('Ana')
  await page.unroute('**/pdf_handler/save/')
  const bytes = await downloaded(page)
  expect((await PDFDocument.load(bytes)).getForm().getTextField('tenant.name').getText()).toBe('Ana')
})

for (const { width, theme: colorScheme } of looks(360, 768, 1280))
  test(`axe has nothing against the workbench: ${colorScheme}, ${width} px`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await open(page, await lease())
    for (const name of ['Fill', 'Text', 'Redact', 'Pages']) {
      await tool(page, name).click()
      expect(await violations(page), name).toEqual([])
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })

test('what was written into a PDF is the document of a signing session; one that is stored goes as it is', async ({
  signedIn: page,
}) => {
  const id = await openStored(page, await lease())
  // Nothing was done to it: there is nothing to save, and it may be signed as it is.
  await expect(savePanel(page).getByRole('button', { name: 'Download' })).toBeDisabled()
  await saveAs(page, 'Send for signature')
  await expect(page).toHaveURL(new RegExp(`/signing/(new\\?file=${id}$|[0-9a-f-]{36}$)`))

  await page.goto(`/pdf?file=${id}`)
  await field(page, 'tenant.name').fill('Ana Ruiz')
  await saveAs(page, 'Send for signature')
  await expect(page).toHaveURL(/\/signing\/[0-9a-f-]{36}$/)
  const session = new URL(page.url()).pathname.split('/').at(-1)
  const at = `/api/v1/pdf_handler/signing/sessions/${session}/`
  expect(await (await page.request.get(at)).json()).toMatchObject({ state: 'draft', recipients: [] })
  const bytes = await (await page.request.get(`${at}document/`)).body()
  const form = (await PDFDocument.load(bytes)).getForm()
  expect(form.getTextField('tenant.name').getText()).toBe('Ana Ruiz')
  // It is no draft of the workbench any more.
  await page.goto(`/pdf?file=${id}`)
  await expect(field(page, 'tenant.name')).toBeVisible()
  await expect(field(page, 'tenant.name')).toHaveValue('')
})

test('whoever has no account is offered no signing', async ({ page }) => {
  await open(page, await lease())
  const download = savePanel(page).getByRole('button', { name: /^Download/ })
  await expect(download).toHaveAttribute('aria-disabled', 'true')
  await field(page, 'tenant.name').fill('Ana Ruiz')
  await expect(download).not.toHaveAttribute('aria-disabled', 'true')
  await expect(savePanel(page).getByRole('button', { name: 'Send for signature' })).toHaveCount(0)
})
