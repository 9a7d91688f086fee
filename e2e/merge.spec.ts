import { readFileSync } from 'node:fs'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import {
  addFiles,
  convertAll,
  expect,
  image,
  markdown,
  row,
  type TestFile,
  test,
  violations,
  withoutFirstAnswers,
} from './fixtures.ts'
import { looks } from './looks.ts'

/** A PDF whose every page says its own name. */
async function pdf(name: string, pages = 1): Promise<TestFile> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let page = 1; page <= pages; page++)
    document.addPage([300, 200]).drawText(`${name} ${page}`, { x: 20, y: 100, size: 20, font })
  return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

const merge = async (page: Page, count: number) => {
  await page.getByRole('button', { name: /^Merge/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Merge ${count} files` })
    .click()
}
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}.pdf,` })
const order = (page: Page) =>
  page
    .getByRole('list', { name: 'Files in merge order' })
    .getByRole('listitem')
    .getByRole('button', { name: /^Move/ })

/** What the pages of the merged file say, one after the other. */
async function pagesOf(page: Page, name: string): Promise<string[]> {
  const link = row(page, name).getByRole('link', { name: /^Download/ })
  await expect(link).toBeVisible({ timeout: 60_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  const reading = getDocument({ data: new Uint8Array(readFileSync(await file.path())), verbosity: 0 })
  const document = await reading.promise
  const said: string[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent()
    said.push(items.map((item) => ('str' in item ? item.str : '')).join(''))
  }
  await reading.destroy()
  return said
}

const credits = async (page: Page) => (await page.request.get('/api/v1/docs_core/credits/')).json()

test('three PDFs are put in order by keyboard and become one, in that order', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [await pdf('one', 2), await pdf('two'), await pdf('three')])
  await page.keyboard.press('m')
  await page.getByRole('dialog').getByRole('button', { name: 'Merge 3 files' }).press('Enter')
  await expect(row(page, 'one.pdf and 2 more')).toBeFocused()
  await handle(page, 'three').focus()
  await page.keyboard.press('Home')
  await expect(handle(page, 'three')).toBeFocused()
  await expect(page.getByText('three.pdf is now file 1 of 3')).toBeAttached()
  await handle(page, 'one').focus()
  await page.keyboard.press('ArrowDown')
  expect(await order(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
    'Move three.pdf, file 1 of 3',
    'Move two.pdf, file 2 of 3',
    'Move one.pdf, file 3 of 3',
  ])
  await expect(page.getByRole('region', { name: 'Next batch' })).toContainText('qpdf')
  await page.keyboard.press('Control+Enter')
  expect(await pagesOf(page, 'three.pdf and 2 more')).toEqual(['three 1', 'two 1', 'one 1', 'one 2'])
  expect(await credits(page)).toMatchObject({ remaining: 999, held: 0 })

  await page.goto('/history')
  await page.getByRole('link', { name: 'three.pdf and 2 more' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'three.pdf and 2 more', exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Merged 3 files into PDF')
  await page.getByRole('button', { name: 'More for three.pdf and 2 more' }).click()
  await expect(page.getByRole('menuitem', { name: /^Convert again/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('files are drawn to their places, sorted, taken out and taken apart', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [await pdf('page 10'), await pdf('page 2'), await pdf('page 1')])
  await merge(page, 3)
  const items = page.getByRole('list', { name: 'Files in merge order' }).getByRole('listitem')
  await expect(items).toHaveCount(3)
  await handle(page, 'page 1').dragTo(items.first(), { targetPosition: { x: 60, y: 4 } })
  await expect(items).toHaveText([/page 1\.pdf/, /page 10\.pdf/, /page 2\.pdf/])
  await page.getByRole('button', { name: 'Sort by name' }).click()
  await expect(items).toHaveText([/page 1\.pdf/, /page 2\.pdf/, /page 10\.pdf/])
  await page.getByRole('button', { name: 'More for page 10.pdf' }).click()
  await page.getByRole('menuitem', { name: 'Move to top' }).click()
  await expect(items).toHaveText([/page 10\.pdf/, /page 1\.pdf/, /page 2\.pdf/])
  // More files come straight to the others; what does not fit stands by itself.
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add files' }).click(),
  ])
  await chooser.setFiles([await pdf('page 3'), markdown('notes.md')])
  await expect(items).toHaveText([/page 10\.pdf/, /page 1\.pdf/, /page 2\.pdf/, /page 3\.pdf/])
  await expect(row(page, 'notes.md')).toBeVisible()
  await expect(page.getByText('1 file could not be merged with these')).toBeVisible()
  await handle(page, 'page 3').press('Delete')
  await expect(row(page, 'page 3.pdf')).toBeVisible()
  await expect(items).toHaveCount(3)
  await page.getByRole('button', { name: 'Unmerge' }).click()
  await expect(page.getByRole('article')).toHaveCount(5)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(items).toHaveCount(3)
  for (const name of ['page 1', 'page 2'])
    await page.getByRole('button', { name: `Remove ${name}.pdf` }).click()
  // One alone is converted as any other.
  await expect(row(page, 'page 10.pdf').getByRole('combobox', { name: 'Output format' })).toBeVisible()
})

test('a damaged file among them is named, costs nothing, and the rest goes on', async ({
  signedIn: page,
}) => {
  await page.goto('/convert')
  const whole = await pdf('broken', 3)
  const broken = { ...whole, buffer: whole.buffer.subarray(0, 400) }
  await addFiles(page, [await pdf('first'), broken, await pdf('last')])
  await merge(page, 3)
  await page.keyboard.press('Control+Enter')
  const merged = row(page, 'first.pdf and 2 more')
  await expect(merged).toContainText(/broken\.pdf: The PDF is damaged/, { timeout: 60_000 })
  await expect(merged).toContainText('Nothing was charged')
  expect(await credits(page)).toMatchObject({ remaining: 1000, held: 0 })
  expect(await violations(page)).toEqual([])
  await merged.getByRole('button', { name: 'Remove file' }).click()
  await row(page, 'broken.pdf').getByRole('button', { name: 'Remove broken.pdf' }).click()
  await page.keyboard.press('Control+Enter')
  expect(await pagesOf(page, 'first.pdf and 1 more')).toEqual(['first 1', 'last 1'])
})

test('a result of another conversion and files of this device become one', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [markdown('letter.md', 'Dear harbour')])
  await convertAll(page)
  await expect(page.getByText('1 completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  await row(page, 'letter.md').getByRole('button', { name: 'More for letter.md' }).click()
  await page.getByRole('menuitem', { name: 'Convert result' }).click()
  await addFiles(page, [await pdf('annex'), await image('photo.png')])
  await page.getByRole('button', { name: /^Merge/ }).click()
  await page.getByRole('checkbox', { name: 'All 3 files' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge 3 files' }).click()
  await handle(page, 'annex').press('Home')
  await page.keyboard.press('Control+Enter')
  const merged = row(page, 'annex.pdf and 2 more')
  const said = await pagesOf(page, 'annex.pdf and 2 more')
  // The last one is the image.
  expect(said).toEqual(['annex 1', expect.stringMatching(/^Dear harbour/), ''])
  await expect(merged).toContainText('3 pages')
})

test('too few credits: the files stay together and wait', async ({ signedIn: page }) => {
  await withoutFirstAnswers(page)
  await page.route('**/api/v1/docs_core/credits/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), remaining: 0 } })
  })
  await page.goto('/convert')
  await addFiles(page, [await pdf('a'), await pdf('b')])
  await merge(page, 2)
  await expect(page.getByRole('region', { name: 'Next batch' })).toContainText('Not enough credits')
  await expect(page.getByRole('button', { name: 'Buy credits and convert' })).toBeVisible()
  await expect(row(page, 'a.pdf and 1 more')).toContainText('quoted')
})

test('an upload of several files is stopped from the tray, and can be run again', async ({
  signedIn: page,
}) => {
  await page.route('**/api/v1/pdf_handler/convert/', () => {})
  await page.goto('/convert')
  await addFiles(page, [await pdf('alpha'), await pdf('beta')])
  await merge(page, 2)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('and 1 more')
  await page
    .getByRole('region', { name: 'Uploads' })
    .getByRole('button', { name: 'Cancel alpha.pdf' })
    .click()
  await expect(page.getByText('2 ready')).toBeVisible()
  await page.unroute('**/api/v1/pdf_handler/convert/')
  await page.keyboard.press('Control+Enter')
  expect(await pagesOf(page, 'alpha.pdf and 1 more')).toEqual(['alpha 1', 'beta 1'])
})

test('a hundred files are one, and not one more', async ({ signedIn: page }) => {
  await page.goto('/convert')
  const one = await pdf('sheet')
  const sheets = Array.from({ length: 101 }, (_, index) => ({ ...one, name: `sheet-${index}.pdf` }))
  await page.locator('input[type=file]').first().setInputFiles(sheets)
  await expect(page.getByText('101 ready')).toBeVisible()
  await page.getByRole('button', { name: /^Merge/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Merge 101 files' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(dialog).toContainText('At most 100 files')
  await dialog.getByRole('checkbox', { name: 'sheet-100.pdf' }).uncheck()
  await dialog.getByRole('button', { name: 'Merge 100 files' }).click()
  await page.keyboard.press('Control+Enter')
  expect(await pagesOf(page, 'sheet-0.pdf and 99 more')).toHaveLength(100)
})

for (const { width, theme } of looks(360, 1280))
  test(`axe, ${theme}, ${width}: choosing and ordering`, async ({ signedIn: page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/convert')
    await addFiles(page, [
      await pdf('a-very-long-name-that-goes-on-without-a-break-until-it-ends'),
      await pdf('b'),
    ])
    await page
      .getByRole('button', { name: /^Merge/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Merge 2 files' }).click()
    await expect(page.getByRole('list', { name: 'Files in merge order' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
