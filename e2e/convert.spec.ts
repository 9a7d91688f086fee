import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import {
  addFiles,
  chooseTarget,
  convertAll,
  expect,
  image,
  markdown,
  realDocument,
  realImage,
  records,
  row,
  test,
} from './fixtures.ts'

test('a person without an account converts a real document and a real image, from drop to download', async ({
  page,
}) => {
  await page.goto('/convert')
  const [document, image] = [realDocument(), realImage()]
  const nameOf = (path: string) => path.split('/').at(-1) as string
  await addFiles(page, [document, image])
  await chooseTarget(page, nameOf(document), 'PDF')
  await chooseTarget(page, nameOf(image), 'WebP')
  await expect(page.getByRole('region', { name: 'Next batch' })).toContainText('3 credits')
  await convertAll(page)

  const download = async (name: string) => {
    const link = row(page, name).getByRole('link', { name: /^Download/ })
    await expect(link).toBeVisible({ timeout: 60_000 })
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    return { suggested: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
  }
  const pdf = await download(nameOf(document))
  expect(pdf.suggested).toMatch(/\.pdf$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const webp = await download(nameOf(image))
  expect(webp.suggested).toMatch(/\.webp$/)
  expect((await sharp(webp.bytes).metadata()).format).toBe('webp')

  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('button', { name: /^Batch of .*2 files/ }).click()
  await expect(page.getByRole('link', { name: nameOf(image) })).toBeVisible()
})

test('files of several families at once are grouped, set together, and all finish', async ({
  signedIn: page,
}) => {
  await page.goto('/convert')
  const images = await Promise.all([1, 2, 3].map((n) => image(`image-${n}.png`)))
  await addFiles(page, [markdown('one.md'), markdown('two.md'), ...images])
  await expect(page.getByRole('region', { name: 'Documents' }).getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Images' }).getByRole('article')).toHaveCount(3)
  await convertAll(page)
  const downloads = page.getByRole('article').getByRole('link', { name: /^Download/ })
  await expect(downloads).toHaveCount(5, { timeout: 60_000 })
  await expect(page.getByText('5 completed', { exact: true })).toBeVisible()
})

test('options are drawn from the operation, checked, and used', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [await image('wide.png', 400, 300)])
  await chooseTarget(page, 'wide.png', 'JPEG')
  await row(page, 'wide.png')
    .getByRole('button', { name: /^Options/ })
    .click()
  const options = page.getByRole('dialog')
  await options.getByLabel('Width', { exact: true }).fill('100')
  await options.getByRole('button', { name: /^Apply/ }).click()
  await convertAll(page)
  const link = row(page, 'wide.png').getByRole('link', { name: /^Download/ })
  await expect(link).toBeVisible({ timeout: 60_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(await sharp(await file.path()).metadata()).toMatchObject({ format: 'jpeg', width: 100, height: 75 })
})

test('a file that fails says why, costs nothing, and the others go on', async ({ signedIn: page }) => {
  await page.goto('/convert')
  const broken = {
    name: 'broken.png',
    mimeType: 'image/png',
    buffer: (await image('x')).buffer.subarray(0, 60),
  }
  await addFiles(page, [broken, records('fine.json')])
  await convertAll(page)
  await expect(row(page, 'broken.png')).toContainText(/Nothing was charged/, { timeout: 60_000 })
  await expect(row(page, 'fine.json').getByRole('link', { name: /^Download/ })).toBeVisible({
    timeout: 60_000,
  })
  const credits = await (await page.request.get('/api/v1/docs_core/credits/')).json()
  expect(credits).toMatchObject({ remaining: 998, held: 0 })
})

test('a conversion is stopped, and its credits come back', async ({ signedIn: page }) => {
  await page.goto('/convert')
  const long = Array.from({ length: 30_000 }, (_, i) => `## Part ${i}\n\nWords.`).join('\n\n')
  await addFiles(page, [markdown('long.md', long)])
  await chooseTarget(page, 'long.md', 'PDF')
  await convertAll(page)
  await expect(row(page, 'long.md')).toContainText('held')
  await row(page, 'long.md')
    .getByRole('button', { name: /^(Stop|Cancel)/ })
    .click()
  await expect(row(page, 'long.md')).toContainText(/Cancelled|Stopped/i)
  await expect
    .poll(async () => (await (await page.request.get('/api/v1/docs_core/credits/')).json()).remaining)
    .toBe(1000)
})

test('the list and what runs survive going to another page', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [records('stays.json')])
  await convertAll(page)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('link', { name: 'stays.json' })).toBeVisible()
  await page.getByRole('link', { name: 'Convert' }).first().click()
  await expect(row(page, 'stays.json').getByRole('link', { name: /^Download/ })).toBeVisible({
    timeout: 60_000,
  })
})

test('the whole of it works by keyboard', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [records('keys.json')])
  await page.keyboard.press('Control+Enter')
  await expect(row(page, 'keys.json').getByRole('link', { name: /^Download/ })).toBeVisible({
    timeout: 60_000,
  })
})

test('status is asked for sparingly: one job, one held request; a hundred, one list', async ({
  signedIn: page,
}) => {
  const asked: { url: string; at: number }[] = []
  let open = 0
  let mostOpen = 0
  const isWait = (url: string) => url.includes('/conversion/wait/')
  page.on('request', (request) => {
    const url = request.url()
    if (
      request.method() === 'GET' &&
      /\/(docs_core|media_core)\/conversion\/|\/api\/v1\/conversion\/\?ids/.test(url)
    )
      asked.push({ url, at: Date.now() })
    if (isWait(url)) mostOpen = Math.max(mostOpen, ++open)
  })
  const closed = (request: { url(): string }) => void (isWait(request.url()) && open--)
  page.on('requestfinished', closed)
  page.on('requestfailed', closed)

  await page.goto('/convert')
  await addFiles(page, [records('single.json')])
  await convertAll(page)
  await expect(row(page, 'single.json').getByRole('link', { name: /^Download/ })).toBeVisible({
    timeout: 60_000,
  })
  // A held request is answered with the stage after three seconds, and asked again.
  const seconds = (Date.now() - (asked[0]?.at ?? 0)) / 1000
  expect(asked.length).toBeLessThanOrEqual(1 + Math.ceil(seconds / 3))

  asked.length = 0
  const many = await Promise.all(Array.from({ length: 40 }, (_, i) => image(`many-${i}.png`, 600, 400)))
  await addFiles(page, many)
  await convertAll(page)
  await expect(page.getByText('41 completed', { exact: true })).toBeVisible({ timeout: 90_000 })
  // Each answer of a held list brings at least one result; the rest are waits that brought a stage.
  expect(asked.length).toBeLessThanOrEqual(1.2 * 40)
  expect(mostOpen).toBeLessThanOrEqual(2)
})

test('the browser revalidates the catalog by its ETag, once per load of a page', async ({
  signedIn: page,
}) => {
  const devtools = await page.context().newCDPSession(page)
  const requested = new Set<string>()
  const answers: number[] = []
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.endsWith('/api/v1/conversion/catalog/')) requested.add(requestId)
  })
  // The page itself sees 200 for a revalidated answer; this is the status on the wire.
  devtools.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
    if (requested.has(requestId)) answers.push(statusCode)
  })
  await devtools.send('Network.enable')
  await page.goto('/convert')
  await expect.poll(() => answers).toEqual([200])
  await addFiles(page, [markdown('first.md')])
  await expect(row(page, 'first.md')).toBeVisible()
  await page.goto('/convert')
  await expect.poll(() => answers).toEqual([200, 304])
  // The answer from the browser's cache is whole: a file gets its targets from it.
  await addFiles(page, [markdown('second.md')])
  await chooseTarget(page, 'second.md', 'PDF')
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
  expect(answers).toEqual([200, 304])
})
