import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import {
  chooseTarget,
  convertAll,
  expect,
  image,
  records,
  type TestFile,
  test,
  violations,
} from './fixtures.ts'

const FILES = '/api/v1/user/storage/files/'
const MB = 1_000_000

async function keep(page: Page, file: TestFile): Promise<string> {
  const kept = await page.request.post(`${FILES}upload/`, { multipart: { file } })
  expect(kept.status()).toBe(201)
  return (await kept.json()).id
}

/** Holds files over the page and lets go, as from the desk. */
async function drop(page: Page, files: TestFile[]) {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, mimeType, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))
      transfer.items.add(new File([bytes], name, { type: mimeType }))
    }
    return transfer
  }, given)
  await page.getByRole('main').dispatchEvent('dragenter', { dataTransfer })
  await expect(page.getByText(`Drop to upload ${files.length} file`)).toBeVisible()
  await page.getByRole('main').dispatchEvent('drop', { dataTransfer })
}

/** Bytes that no rule of any scanner knows, and nothing compresses. */
const large = (name: string, megabytes: number): TestFile => {
  const buffer = Buffer.alloc(megabytes * MB)
  for (let at = 0; at < buffer.length; at += 4) buffer.writeUInt32LE((at * 2_654_435_761) >>> 0, at)
  return { name, mimeType: 'application/octet-stream', buffer }
}

const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(name.replaceAll('.', '\\.')) })

test('dropped files are stored, previewed, found by search and renamed', async ({ signedIn: page }) => {
  await page.goto('/storage')
  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible()
  await drop(page, [await image('harbour.png'), records('notes.json')])
  await expect(row(page, 'notes.json')).toBeVisible()
  const drawn = row(page, 'harbour.png').locator('img')
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByRole('region', { name: 'Storage used' })).toContainText('2 files')

  await page.keyboard.press('/')
  await page.keyboard.type('harb')
  await expect(page).toHaveURL(/q=harb/)
  await expect(row(page, 'notes.json')).toBeHidden()
  await row(page, 'harbour.png').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('harbour at dusk')
  await page.keyboard.press('Enter')
  await expect(row(page, 'harbour at dusk.png')).toBeFocused()
  await page.reload()
  await expect(row(page, 'harbour at dusk.png')).toBeVisible()
  await page.getByRole('link', { name: 'harbour at dusk.png' }).click()
  await expect(page.getByRole('heading', { name: 'harbour at dusk.png', level: 1 })).toBeVisible()
  await expect(page.getByRole('main').locator('img, canvas').first()).toBeVisible()
})

test('an upload resumes where it was interrupted', async ({ signedIn: page, context }) => {
  await page.goto('/storage')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/uploads/')) sent.push(`${request.method()} ${new URL(request.url()).search}`)
  })
  let cut = false
  await page.route('**/storage/uploads/*/?offset=*', async (route) => {
    if (cut || route.request().url().endsWith('offset=0')) return route.continue()
    cut = true
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await page.locator('input[type=file]').first().setInputFiles(large('film.bin', 20))
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await uploads.getByRole('button', { name: 'Show uploads' }).click()
  await expect(uploads.getByText('Waiting for connection').first()).toBeVisible()
  await context.setOffline(false)
  await expect(row(page, 'film.bin')).toContainText('20 MB')
  const first = `?offset=${8 * MB}`
  expect(sent).toEqual([
    'POST ',
    'PATCH ?offset=0',
    `PATCH ${first}`,
    'GET ',
    `PATCH ${first}`,
    `PATCH ?offset=${16 * MB}`,
  ])
  const { results } = await (await page.request.get(FILES)).json()
  expect(results[0]).toMatchObject({ file_name: 'film.bin', file_size_bytes: 20 * MB })
})

test('a file that exceeds the storage quota is refused before a byte is sent', async ({ signedIn: page }) => {
  await page.goto('/storage')
  await page.locator('input[type=file]').first().setInputFiles(large('first.bin', 28))
  await expect(row(page, 'first.bin')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Storage used' })).toContainText('nearly full')
  let pieces = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') pieces += 1
  })
  await page.locator('input[type=file]').first().setInputFiles(large('second.bin', 9))
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await uploads.getByRole('button', { name: 'Show uploads' }).click()
  await expect(uploads.getByText(/Your storage is full/).first()).toBeVisible()
  expect(pieces).toBe(0)
  // The way on: make room, and try again.
  await row(page, 'first.bin').focus()
  await page.keyboard.press('Delete')
  await expect(page.getByText('first.bin deleted')).toBeVisible()
  await uploads.getByRole('button', { name: 'Retry second.bin' }).click()
  await expect(row(page, 'second.bin')).toBeVisible()
})

test('several are downloaded as one archive, and one as it is', async ({ signedIn: page }) => {
  await keep(page, records('one.json'))
  await keep(page, records('two.json'))
  await page.goto('/storage')
  await expect(row(page, 'two.json')).toBeVisible()
  await page.keyboard.press('Control+a')
  const archive = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download 2 as ZIP/ }).click()
  const zip = unzipSync(new Uint8Array(await readFile(await (await archive).path())))
  expect(Object.keys(zip).sort()).toEqual(['one.json', 'two.json'])
  expect(new TextDecoder().decode(zip['one.json'])).toContain('one.json')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Select two.json' }).click()
  const single = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download/ }).click()
  expect((await single).suggestedFilename()).toBe('two.json')
  await expect(page).toHaveURL('/storage')
})

test('a deleted file can be undone, restored later, or deleted permanently', async ({ signedIn: page }) => {
  await keep(page, records('kept.json'))
  const id = await keep(page, records('gone.json'))
  await page.goto('/storage')
  await page.getByRole('checkbox', { name: 'Select gone.json' }).click()
  await page.getByRole('button', { name: /^Delete 1/ }).click()
  await expect(row(page, 'gone.json')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'gone.json')).toBeVisible()

  await row(page, 'gone.json').focus()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Trash (1)' }).click()
  await expect(row(page, 'gone.json')).toContainText(/hours? left/)
  await page.getByRole('button', { name: 'More for gone.json' }).click()
  await page.getByRole('menuitem', { name: 'Delete permanently' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Permanently delete gone.json?' })
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible()
  expect((await page.request.get(`${FILES}${id}/`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Back to files' }).last().click()
  await expect(row(page, 'kept.json')).toBeVisible()
})

test('a result is stored in one press, and Convert takes stored files without sending them', async ({
  signedIn: page,
}) => {
  const sent = await page.request.post('/api/v1/pdf_handler/convert/', {
    multipart: { target_format: 'yaml', file: records('report.json') },
  })
  const { id } = await sent.json()
  await page.request.get(`/api/v1/docs_core/conversion/wait/${id}/`)
  await page.goto(`/history/${id}`)
  await page.getByRole('button', { name: 'Save to Storage', exact: true }).click()
  await expect(page.getByText('1 result saved to Storage')).toBeVisible()
  await page.getByRole('button', { name: 'Open Storage' }).click()
  await expect(row(page, 'report.yaml')).toContainText('Result')

  await page.goto('/convert')
  let posted = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.headers()['content-type']?.startsWith('multipart')) posted += 1
  })
  await page.getByRole('button', { name: 'From Storage' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose files from Storage' })
  await dialog.getByRole('checkbox', { name: /report\.yaml/ }).click()
  await dialog.getByRole('button', { name: 'Add 1 file' }).click()
  await expect(page.getByRole('article', { name: 'report.yaml' })).toBeVisible()
  expect(posted).toBe(0)
  await chooseTarget(page, 'report.yaml', 'CSV')
  await convertAll(page)
  await expect(page.getByRole('article', { name: 'report.yaml' })).toContainText(/completed/i)
})

test('a file shows the number of its links', async ({ signedIn: page }) => {
  const id = await keep(page, records('lease.json'))
  const shared = await page.request.post('/api/v1/user/shares/', { data: { file_id: id } })
  expect(shared.status()).toBe(201)
  await keep(page, records('mine.json'))
  await page.goto('/storage')
  await expect(row(page, 'lease.json')).toContainText('1 link')
  await expect(row(page, 'mine.json')).not.toContainText('link')
  await page.getByRole('button', { name: 'Shared', exact: true }).click()
  await expect(page).toHaveURL(/shared=1/)
  await expect(row(page, 'mine.json')).toBeHidden()
  await expect(row(page, 'lease.json')).toBeVisible()
})

test('everything is within reach of the keys alone', async ({ signedIn: page }) => {
  await keep(page, records('alpha.json'))
  await keep(page, records('bravo.json'))
  await page.goto('/')
  // The keys know the areas that the sidebar lists.
  await expect(page.getByRole('link', { name: 'Storage', exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await expect(page).toHaveURL('/storage')
  await expect(row(page, 'bravo.json')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'bravo.json')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 'alpha.json')).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('region', { name: 'Actions for selected items' })).toContainText('1 selected')
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await page.keyboard.press('d')
  expect((await download).suggestedFilename()).toBe('alpha.json')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'alpha.json', level: 1 })).toBeVisible()
  await page.goBack()
  await page.getByRole('radio', { name: 'List' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/view=grid/)
  await page.getByRole('article', { name: 'bravo.json' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('article', { name: 'alpha.json' })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(page.getByRole('article', { name: 'alpha.json' })).toBeHidden()
})

test('a very wide screen previews the selected file beside the list', async ({ signedIn: page }) => {
  await keep(page, records('alpha.json'))
  await keep(page, await image('beta.png'))
  await page.setViewportSize({ width: 1920, height: 1000 })
  const found: string[] = []
  for (const theme of ['light', 'dark']) {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    await page.goto('/storage')
    const beside = page.getByRole('complementary', { name: 'Selected file' })
    await expect(beside).toContainText('Select a file')
    await expect(row(page, 'beta.png')).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(beside.getByRole('heading', { name: 'beta.png' })).toBeVisible()
    await expect(beside).toContainText('SHA-256')
    for (const fault of await violations(page)) found.push(`${theme}: ${fault}`)
  }
  expect(found).toEqual([])
})
