import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { SAMPLES } from '../tests/contract/samples.ts'
import {
  addFiles,
  chooseTarget,
  convertAll,
  expect,
  image,
  markdown,
  records,
  row,
  type TestFile,
  test,
  withoutFirstAnswers,
} from './fixtures.ts'

const given = async (sample: (typeof SAMPLES)[keyof typeof SAMPLES]): Promise<TestFile> => ({
  name: sample.name,
  mimeType: '',
  buffer: Buffer.from(await sample.content().arrayBuffer()),
})

test('a file of every family is recognised, priced, converted, and taken home in one ZIP', async ({
  signedIn: page,
}) => {
  await page.goto('/convert')
  const files = await Promise.all(Object.values(SAMPLES).map(given))
  await addFiles(page, files)
  for (const family of ['Documents', 'Images', 'Fonts', 'Audio', 'Models'])
    await expect(page.getByRole('region', { name: family }).getByRole('article')).toHaveCount(1)
  // The dry run names what will do it.
  await expect(page.getByRole('region', { name: 'Next batch' })).toContainText('HarfBuzz')
  await convertAll(page)
  await expect(page.getByText('5 completed', { exact: true })).toBeVisible({ timeout: 90_000 })
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download 5 as ZIP' }).click(),
  ])
  expect(zip.suggestedFilename()).toMatch(/\.zip$/)
  const bytes = readFileSync(await zip.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  await page.goto('/history')
  await expect(page.getByRole('button', { name: /^Batch of .*5 files/ })).toBeVisible()
})

test('an archive comes as what is in it, without its litter', async ({ signedIn: page }) => {
  await page.goto('/convert')
  const text = (words: string) => new TextEncoder().encode(words)
  const buffer = Buffer.from(
    zipSync({
      'notes/a.md': text('# A'),
      'notes/b.md': text('# B'),
      '__MACOSX/._a.md': text('x'),
      '../../escape.md': text('# C'),
    }),
  )
  await page.locator('input[type=file]').first().setInputFiles({ name: 'pack.zip', mimeType: '', buffer })
  for (const name of ['a.md', 'b.md', 'escape.md']) await expect(row(page, name)).toBeVisible()
  await expect(page.getByText('3 files from pack.zip')).toBeVisible()
  await convertAll(page)
  await expect(page.getByText('3 completed', { exact: true })).toBeVisible({ timeout: 60_000 })
})

test('an address that may not be fetched says so, and can be tried again', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await page.getByRole('button', { name: 'From a link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('URLs').fill('nonsense')
  await dialog.getByRole('button', { name: /^Add/ }).click()
  await expect(dialog).toContainText('Enter full URLs')
  await dialog.getByLabel('URLs').fill('http://127.0.0.1:9/secret.pdf')
  await dialog.getByRole('button', { name: /^Add/ }).click()
  await expect(row(page, 'secret.pdf')).toContainText(/not an address of the public internet/)
  await row(page, 'secret.pdf').getByRole('button', { name: 'Retry' }).click()
  await expect(row(page, 'secret.pdf')).toContainText(/not an address of the public internet/)
})

test('a preset is saved, taken for another file, and set for all', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [await image('one.png'), await image('two.png')])
  const options = async (name: string) => {
    await row(page, name)
      .getByRole('button', { name: /^Options/ })
      .click()
    return page.getByRole('dialog')
  }
  for (const name of ['one.png', 'two.png']) await chooseTarget(page, name, 'JPEG')
  const first = await options('one.png')
  await first.getByLabel('Width', { exact: true }).fill('64')
  await first.getByRole('button', { name: 'Save as preset' }).click()
  await first.getByLabel('Preset name').fill('Tiny')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await page.keyboard.press('Escape')
  const second = await options('two.png')
  await second.getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('menuitem', { name: 'Tiny', exact: true }).click()
  await expect(second.getByLabel('Width', { exact: true })).toHaveValue('64')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Set all to' }).click()
  await page.getByRole('option', { name: /^Tiny/ }).click()
  for (const name of ['one.png', 'two.png']) await expect(row(page, name)).toContainText('Width 64')
})

test('too few credits: what can be paid runs, and the rest keeps its place', async ({ signedIn: page }) => {
  // The balance as the page is told it; the service would take all three.
  await withoutFirstAnswers(page)
  await page.route('**/api/v1/docs_core/credits/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), remaining: 3 } })
  })
  await page.goto('/convert')
  await addFiles(page, [markdown('a.md'), markdown('b.md'), await image('c.png')])
  await page.getByRole('button', { name: 'Convert 2 with your credits' }).click()
  await expect(page.getByText('2 completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('1 ready')).toBeVisible()
})

test('a visitor without credits makes an account, and the files are still there and run', async ({
  page,
  account,
}) => {
  await page.route('**/api/v1/docs_core/credits/', async (route) => {
    const answer = await route.fetch()
    const credits = await answer.json()
    await route.fulfill({ json: { ...credits, ...(credits.anonymous && { remaining: 1 }) } })
  })
  await page.goto('/convert')
  await addFiles(page, [markdown('a.md'), await image('b.png')])
  await chooseTarget(page, 'a.md', 'DOCX')
  await expect(row(page, 'a.md')).toContainText('Not enough credits')
  const panel = page.getByRole('region', { name: 'Next batch' })
  await expect(panel.getByRole('button', { name: 'Convert 1 with your credits' })).toBeVisible()
  await panel.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('User name').fill(account.username)
  await page.getByLabel('E-mail address').fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(row(page, 'a.md')).toContainText('DOCX')
  await panel.getByRole('button', { name: /^Convert 2 files/ }).click()
  await expect(page.getByText('2 completed', { exact: true })).toBeVisible({ timeout: 60_000 })
})

test('a run that the service refuses for want of credits leaves its file waiting, and says what is missing', async ({
  signedIn: page,
}) => {
  const left = { credits: 1000 }
  await withoutFirstAnswers(page)
  await page.route('**/api/v1/docs_core/credits/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), remaining: left.credits } })
  })
  await page.route('**/api/v1/pdf_handler/convert/', async (route) => {
    left.credits = 1
    const problem = { status: 402, code: 'insufficient_credits', title: 'Not enough credits' }
    const body = { ...problem, detail: 'Too few.', credits_required: 2, credits_available: 1 }
    await route.fulfill({ status: 402, json: body })
  })
  await page.goto('/convert')
  await addFiles(page, [markdown('a.md')])
  await convertAll(page)
  await expect(row(page, 'a.md')).toContainText('Not enough credits')
  await expect(page.getByText('1 ready')).toBeVisible()
  const panel = page.getByRole('region', { name: 'Next batch' })
  await expect(panel).toContainText('Short by1')
  await expect(panel.getByRole('button')).toBeDisabled()
})

test('a result is converted further without another upload', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [markdown('start.md')])
  await chooseTarget(page, 'start.md', 'HTML')
  await convertAll(page)
  await expect(page.getByText('1 completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  await row(page, 'start.md').getByRole('button', { name: 'More for start.md' }).click()
  await page.getByRole('menuitem', { name: 'Convert result' }).click()
  await chooseTarget(page, 'start.html', 'DOCX')
  await convertAll(page)
  await expect(page.getByText('2 completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(row(page, 'start.html').getByRole('link', { name: /^Download/ })).toBeVisible()
})

test('history hides with an undo, and packs what is chosen', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [records('one.json'), records('two.json')])
  await convertAll(page)
  await expect(page.getByText('2 completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.goto('/history')
  await page.getByRole('button', { name: /^Batch of .*2 files/ }).click()
  for (const name of ['one.json', 'two.json'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const chosen = page.getByRole('region', { name: 'Actions for selected items' })
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    chosen.getByRole('button', { name: /^Download 2 as ZIP/ }).click(),
  ])
  expect(zip.suggestedFilename()).toMatch(/\.zip$/)
  await chosen.getByRole('button', { name: /^Hide 2/ }).click()
  await expect(page.getByText('No conversions yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: /^Batch of .*2 files/ }).click()
  await expect(page.getByRole('link', { name: 'one.json' })).toBeVisible()
  await page.getByRole('button', { name: 'Charged', exact: true }).first().click()
  await page.getByRole('menuitemcheckbox', { name: '0 credits' }).click()
  await expect(page.getByText('No matches')).toBeVisible()
  await expect(page).toHaveURL(/cost=free/)
})

test('on a very wide screen the file one is at is shown beside the list, and its result once there is one', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  await page.goto('/convert')
  await addFiles(page, [markdown('a.md', '# First'), markdown('b.md', '# Second'), await image('c.png')])
  const beside = page.getByRole('complementary', { name: 'Selected file' })
  await expect(beside).toContainText('# First')
  await row(page, 'a.md').focus()
  await page.keyboard.press('ArrowDown')
  await expect(beside).toContainText('# Second')
  await chooseTarget(page, 'b.md', 'HTML')
  await convertAll(page)
  await expect(page.getByText('3 completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  await row(page, 'b.md').focus()
  await expect(beside.getByText('Result', { exact: true }).first()).toBeVisible()
  await expect(beside).toContainText('<h1')
  await page.setViewportSize({ width: 1280, height: 860 })
  await expect(beside).toHaveCount(0)
})

test('on a phone the options come from below, and a toast leaves the run button free', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/convert')
  await addFiles(page, [await image('one.png'), await image('two.png')])
  await row(page, 'one.png')
    .getByRole('button', { name: /^Options/ })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Options for one.png' })
  await sheet.getByLabel('Width', { exact: true }).fill('64')
  // How both sides are met is asked once there are both.
  await expect(sheet.getByRole('combobox', { name: 'Fit' })).toHaveCount(0)
  await sheet.getByLabel('Height', { exact: true }).fill('64')
  await sheet.getByRole('combobox', { name: 'Fit' }).click()
  await page.getByRole('option', { name: 'Cover' }).click()
  await sheet.getByRole('button', { name: /^Apply ↵/ }).click()
  await expect(sheet).toBeHidden()
  await expect(row(page, 'one.png')).toContainText('Width 64')
  await row(page, 'two.png').getByRole('button', { name: 'Remove two.png' }).click()
  // Pressed where it stands: a toast over it would take the click.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.getByRole('button', { name: 'Convert 1 file' }).click()
  await expect(page.getByText('1 completed', { exact: true })).toBeVisible({ timeout: 60_000 })
})
