import { readFile } from 'node:fs/promises'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expect, type TestFile, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'

const PIPELINES = '/api/v1/pdf_handler/pipeline/'
const UPLOAD = '/api/v1/user/storage/files/upload/'

async function pdf(name: string, pages = 2): Promise<TestFile> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number += 1)
    document.addPage([300, 400]).drawText(`${name} ${number}`, { x: 40, y: 300, size: 24, font })
  return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

/** It begins like one, and nothing of it can be read. */
const damaged = (name: string): TestFile => ({
  name: `${name}.pdf`,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${'not a single object in it\n'.repeat(40)}`),
})

interface Step {
  operation: string
  target_format?: string
  options?: object
}
const STAMP: Step[] = [
  { operation: 'watermark', options: { text: 'COPY' } },
  { operation: 'encrypt', options: { user_password: 'harbour' } },
]

async function save(page: Page, name: string, steps: Step[] = STAMP, description = '') {
  const made = await page.request.post(PIPELINES, { data: { name, description, steps } })
  expect(made.status(), await made.text()).toBe(201)
  return (await made.json()) as { id: string; steps: { id: string }[] }
}

const stepsIn = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator(':scope > li')
/** Once the run asks for them: before, files are for Convert. */
async function give(page: Page, given: TestFile | TestFile[]) {
  await expect(page.getByRole('dialog', { name: /^Run “/ })).toBeVisible()
  await page.locator('input[type=file][aria-label=Files]').setInputFiles(given)
}

test('is built by keyboard alone: found, put in order, given options, saved', async ({ signedIn: page }) => {
  const { keyboard } = page
  await page.goto('/pipelines')
  await expect(page.getByText('No pipelines yet')).toBeVisible()
  await page.getByRole('link', { name: 'New pipeline' }).first().focus()
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/pipelines\/new$/)
  await page.getByLabel('Name').focus()
  await keyboard.type('For the board')
  await page.getByRole('button', { name: 'Add first step' }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search operations' })).toBeFocused()
  await keyboard.type('password')
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: /^Encrypt with password/ })).toBeFocused()
  await keyboard.press('Enter')
  await expect(stepsIn(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Encrypt with password/, expanded: true })).toBeFocused()
  await page.getByLabel('Open password').focus()
  await keyboard.type('harbour')
  await page.getByRole('button', { name: 'Add step', exact: true }).focus()
  await keyboard.press('Enter')
  await keyboard.type('watermark')
  await keyboard.press('Enter')
  await expect(stepsIn(page)).toHaveCount(2)

  // What is protected cannot be written on: said where it stands, and the way to save is shut.
  await expect(stepsIn(page).nth(1).getByRole('alert')).toContainText('Step 2 (Add watermark)')
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: /^Move Add watermark/ }).focus()
  await keyboard.press('ArrowUp')
  await expect(page.getByText('Add watermark is now step 1 of 2')).toBeAttached()
  await expect(page.getByText('Ready')).toBeVisible()
  await expect(stepsIn(page).getByRole('alert')).toHaveCount(0)

  await page
    .getByRole('region', { name: /Add watermark/ })
    .getByLabel('Text')
    .fill('BOARD')
  await keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/pipelines\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: 'For the board' })).toBeVisible()
  const { results } = await (await page.request.get(PIPELINES)).json()
  expect(results[0].steps).toMatchObject([
    { operation: 'watermark', options: { text: 'BOARD' } },
    { operation: 'encrypt', secrets: ['user_password'] },
  ])
})

test('a draft outlasts the page, a kept password stays, and a replaced one is another', async ({
  signedIn: page,
}) => {
  const { id } = await save(page, 'Stamp')
  await page.goto(`/pipelines/${id}`)
  await page.getByLabel('Name').fill('Stamp and lock')
  await page.getByRole('button', { name: /^Encrypt with password/ }).click()
  await expect(page.getByText('Saved, encrypted')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Stamp and lock')
  await page.goto('/pipelines')
  await expect(page.getByRole('row', { name: /Stamp/ })).toContainText('Unsaved')
  await page.getByRole('link', { name: 'Stamp', exact: true }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Stamp and lock' })).toBeVisible()
  const saved = await (await page.request.get(`${PIPELINES}${id}/`)).json()
  expect(saved.steps[1].secrets).toEqual(['user_password'])
})

test('is tried on a sample: each step shows what it made, and nothing is charged', async ({
  signedIn: page,
}) => {
  const { id } = await save(page, 'Stamp', [{ operation: 'watermark' }, { operation: 'page_numbers' }])
  const balance = async () => (await (await page.request.get('/api/v1/docs_core/credits/')).json()).remaining
  const before = await balance()
  await page.goto(`/pipelines/${id}`)
  await page.getByLabel('Sample PDF').setInputFiles(await pdf('sample', 3))
  for (const name of ['Add watermark', 'Add page numbers']) {
    const image = page.getByRole('img', { name: `The first page after ${name}` })
    await expect(image).toBeVisible()
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
  }
  await expect(stepsIn(page).first()).toContainText('3 pages')
  expect(await balance()).toBe(before)
  await expect(page).toHaveURL(/try=/)
  await page.goto('/pipelines?tab=runs')
  await expect(page.getByText('No runs yet')).toBeVisible()
})

test('runs on three, of which one is damaged: which step, and why; the rest as a ZIP', async ({
  signedIn: page,
}) => {
  const { id } = await save(page, 'Stamp', [{ operation: 'watermark' }, { operation: 'page_numbers' }])
  await page.goto('/pipelines')
  await page.getByRole('link', { name: 'Run Stamp' }).click()
  const asks = page.getByRole('dialog', { name: 'Run “Stamp”' })
  await give(page, [await pdf('one'), damaged('two'), await pdf('three', 1)])
  await expect(asks).toContainText('3 files × 2 credits')
  await asks.getByRole('button', { name: 'Run on 3 files' }).click()
  await expect(page).toHaveURL(/\/pipelines\/runs\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Completed, 1 of 3 failed')).toBeVisible({ timeout: 45_000 })
  const steps = page.getByRole('table', { name: 'Steps of the run' })
  await expect(steps.getByRole('row', { name: /Add watermark/ })).toContainText('1')
  const list = page.getByRole('table', { name: 'Files' })
  await expect(list.getByRole('row', { name: /two\.pdf/ })).toContainText('Step 1 (Add watermark): Damaged')
  await expect(list.getByRole('row', { name: /one\.pdf/ })).toContainText('Completed')
  await page.getByText('Failed', { exact: true }).last().click()

  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 2 files as ZIP' }).click(),
  ])
  const entries = unzipSync(new Uint8Array(await readFile(await zip.path())))
  expect(Object.keys(entries).sort()).toEqual(['one.pdf', 'three.pdf'])
  const three = await PDFDocument.load(entries['three.pdf'] as Uint8Array)
  expect(three.getPageCount()).toBe(1)

  // What failed lies ready for another try, with its price.
  await page.getByRole('button', { name: 'Retry 1 failed' }).click()
  await expect(page).toHaveURL(new RegExp(`/pipelines/${id}\\?run=1`))
  await expect(page.getByRole('dialog')).toContainText('two.pdf')
  await expect(page.getByRole('dialog')).toContainText('1 file × 2 credits')
  await page.goto('/pipelines?tab=runs')
  await expect(page.getByRole('row', { name: /Stamp/ })).toContainText('Completed, 1 of 3 failed')
})

test('runs on stored files, and tells what is no PDF and what cannot be paid', async ({ signedIn: page }) => {
  const { id } = await save(page, 'Numbers', [{ operation: 'page_numbers' }])
  for (const name of ['first', 'second'])
    await page.request.post(UPLOAD, { multipart: { file: await pdf(name) } })
  await page.goto(`/pipelines/${id}?run=1`)
  const asks = page.getByRole('dialog', { name: 'Run “Numbers”' })
  await asks.getByRole('button', { name: 'From Storage' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose files from Storage' })
  await picker.getByRole('checkbox', { name: /first\.pdf/ }).check()
  await picker.getByRole('checkbox', { name: /second\.pdf/ }).check()
  await picker.getByRole('button', { name: 'Add 2 files' }).click()
  await expect(asks).toContainText('2 files × 1 credit')
  await give(page, { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
  await expect(page.getByText('1 file isn’t a PDF and was skipped.')).toBeVisible()
  // One that only says so is found out by the service, by name, and nothing goes.
  await give(page, {
    name: 'liar.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('plain words'),
  })
  await asks.getByRole('button', { name: 'Run on 3 files' }).click()
  await expect(asks.getByRole('alert')).toContainText('liar.pdf')
  await asks.getByRole('button', { name: 'Remove liar.pdf' }).click()
  await asks.getByRole('button', { name: 'Run on 2 files' }).click()
  await expect(page).toHaveURL(/\/pipelines\/runs\//)
  await expect(page.getByRole('status').getByText('Completed')).toBeVisible({ timeout: 45_000 })
})

test('a step takes a stored file, before or after; the last one makes another format', async ({
  signedIn: page,
}) => {
  await page.request.post(UPLOAD, { multipart: { file: await pdf('cover', 1) } })
  await page.goto('/pipelines/new')
  await page.getByLabel('Name').fill('With a cover')
  await page.getByRole('button', { name: 'Add first step' }).click()
  await page.getByRole('button', { name: /^Merge/ }).click()
  await expect(stepsIn(page).first().getByRole('alert')).toContainText('needs a second file')
  await page.getByRole('region', { name: /Merge/ }).getByRole('button', { name: 'From Storage' }).click()
  const picker = page.getByRole('dialog', { name: 'Choose files from Storage' })
  await picker.getByRole('checkbox', { name: /cover\.pdf/ }).check()
  await picker.getByRole('button', { name: 'Add 1 file' }).click()
  await page.getByText('Before the PDF').click()
  await expect(page.getByText('Ready')).toBeVisible()
  await page.getByRole('button', { name: 'Add step', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search operations' }).fill('to txt')
  await page.getByRole('button', { name: /Convert to Plain text/ }).click()
  await expect(stepsIn(page)).toHaveCount(2)
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page).toHaveURL(/\/pipelines\/[0-9a-f-]{36}$/)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await give(page, await pdf('letter', 1))
  await page.getByRole('dialog').getByRole('button', { name: 'Run on 1 file' }).click()
  await expect(page.getByRole('status').getByText('Completed')).toBeVisible({ timeout: 45_000 })
  const [text] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download letter.txt' }).click(),
  ])
  expect((await readFile(await text.path(), 'utf8')).replaceAll(/\s+/g, ' ')).toContain('cover 1 letter 1')
})

test('a hundred and more dropped files arrive', async ({ signedIn: page }) => {
  test.slow()
  const { id } = await save(page, 'Repair', [{ operation: 'repair' }])
  await page.goto(`/pipelines/${id}?run=1`)
  const { buffer, mimeType } = await pdf('page', 1)
  const many = Array.from({ length: 100 }, (_, index) => ({
    name: `page ${index + 1}.pdf`,
    mimeType,
    buffer,
  }))
  await give(page, many)
  const asks = page.getByRole('dialog', { name: 'Run “Repair”' })
  await expect(asks).toContainText('100 files × 1 credit')
  await asks.getByRole('button', { name: 'Run on 100 files' }).click()
  await expect(page).toHaveURL(/\/pipelines\/runs\//, { timeout: 60_000 })
  await expect(page.getByText('All100')).toBeVisible()
  // Only the rows in sight are in the page.
  await expect(page.getByText('page 1.pdf')).toBeVisible()
  expect(await page.getByRole('row').count()).toBeLessThan(40)
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel run' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cancel run' })).toBeHidden()
})

test('is duplicated, exported, deleted by name, and comes back by import', async ({ signedIn: page }) => {
  await save(page, 'Stamp')
  await page.goto('/pipelines')
  const more = async (of: string, entry: string) => {
    await page.getByRole('button', { name: `More for ${of}`, exact: true }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await more('Stamp', 'Duplicate')
  await expect(page.getByRole('link', { name: 'Stamp (copy)', exact: true })).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), more('Stamp', 'Export')])
  expect(file.suggestedFilename()).toBe('Stamp.pipeline.json')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).not.toContain('harbour')
  for (const name of ['Stamp', 'Stamp (copy)']) {
    await more(name, 'Delete')
    const sure = page.getByRole('alertdialog', { name: `Delete “${name}”?` })
    await sure.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
  }
  await page.getByRole('button', { name: 'Import' }).click()
  const asks = page.getByRole('dialog', { name: 'Import pipeline' })
  await asks.getByLabel('Pipeline file').setInputFiles({
    name: 'Stamp.pipeline.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  })
  await expect(asks).toContainText('1 item can’t be imported')
  await expect(asks).toContainText('options.user_password')
  await asks.getByRole('button', { name: 'Open in editor' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('Stamp')
  await expect(stepsIn(page)).toHaveCount(2)
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page).toHaveURL(/\/pipelines\/[0-9a-f-]{36}$/)
})

test('a document of another program is read, and what it cannot map is told first', async ({
  signedIn: page,
}) => {
  await page.goto('/pipelines?import=1')
  const asks = page.getByRole('dialog', { name: 'Import pipeline' })
  await asks.getByLabel('Document').fill(
    JSON.stringify({
      name: 'From elsewhere',
      pipeline: [
        {
          operation: '/api/v1/security/add-watermark',
          parameters: { watermarkText: 'MINE', alphabet: 'roman', fileInput: 'automated' },
        },
        { operation: '/api/v1/misc/show-javascript', parameters: {} },
      ],
    }),
  )
  await expect(asks).toContainText('2 items can’t be imported')
  await expect(asks).toContainText('/api/v1/misc/show-javascript')
  await expect(asks).toContainText('From Stirling PDF')
  await asks.getByRole('button', { name: 'Open in editor' }).click()
  await expect(page.getByLabel('Name')).toHaveValue('From elsewhere')
  await expect(stepsIn(page)).toHaveCount(1)
  await expect(stepsIn(page).first()).toContainText('Text: MINE')
})

for (const { width, theme: colorScheme } of looks(320, 1280))
  test(`can be used by everyone: ${colorScheme}, ${width} px`, async ({ signedIn: page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const fits = async () => {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, 'nothing stands out at the side').toBeLessThanOrEqual(0)
      const top = await page
        .locator('header')
        .first()
        .evaluate((header) => header.scrollHeight - header.clientHeight)
      expect(top, 'nothing stands out under the top').toBeLessThanOrEqual(0)
      for (const box of await page.getByRole('dialog').all())
        expect((await box.boundingBox())?.width, 'nor does the dialog').toBeLessThanOrEqual(width)
    }
    const good = async (what: string) => {
      await fits()
      expect(await violations(page), what).toEqual([])
    }
    await page.goto('/pipelines')
    await expect(page.getByRole('heading', { name: 'Start from a template' })).toBeVisible()
    await good('empty')
    const long = 'A pipeline with a name that nobody shortened before saving it, as people do when in haste'
    const { id } = await save(page, long, [...STAMP.slice(0, 1), { operation: 'page_numbers' }])
    await page.goto('/pipelines')
    await expect(page.getByRole('link', { name: long, exact: true })).toBeVisible()
    await good('list')
    await page.goto(`/pipelines/${id}`)
    await page.getByRole('button', { name: /^Add watermark/ }).click()
    await expect(page.getByText('Ready')).toBeVisible()
    await good('builder')
    await page.getByRole('button', { name: 'Add step', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Add step' })).toBeVisible()
    await good('add a step')
    await page.keyboard.press('Escape')
    await page.goto(`/pipelines/${id}?run=1`)
    await give(page, [await pdf('one', 1), damaged('two')])
    await expect(page.getByRole('dialog')).toContainText('2 files')
    await good('run dialog')
    await page.getByRole('button', { name: 'Run on 2 files' }).click()
    await expect(page.getByText('Completed, 1 of 2 failed')).toBeVisible({ timeout: 45_000 })
    await good('run')
    await page.goto('/pipelines?tab=runs')
    await expect(page.getByText('Completed, 1 of 2 failed')).toBeVisible()
    await good('runs')
    await page.goto('/pipelines?import=1')
    await page
      .getByLabel('Document')
      .fill('{"pipeline":[{"operation":"/api/v1/misc/repair"},{"operation":"x"}]}')
    await expect(page.getByRole('dialog')).toContainText('1 item can’t be imported')
    await good('import')
  })
