import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { SAMPLES } from '../tests/contract/samples.ts'
import { corpusFile } from '../tests/corpora/files.ts'
import { expect, markdown, type TestFile, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'

// Models are drawn in software here: no machine of ours has graphics.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  },
})

/**
 * What the content security policy kept from running or loading: nothing, on any of these pages.
 */
test.beforeEach(async ({ context }) => {
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`CSP: ${violatedDirective} ${blockedURI}`),
    ),
  )
})

const ROUTES = {
  document: '/api/v1/pdf_handler/convert/',
  image: '/api/v1/convert/image/convert/',
  media: '/api/v1/convert/video/convert/',
  font: '/api/v1/fonts/convert/',
  model: '/api/v1/convert/model/convert/',
}

/** Converts a file and opens the page of what came out. */
async function look(
  page: Page,
  family: keyof typeof ROUTES,
  file: TestFile,
  target: string,
  options: object = {},
): Promise<string> {
  const sent = await page.request.post(ROUTES[family], {
    multipart: { target_format: target, options: JSON.stringify(options), file },
  })
  const { id } = await sent.json()
  expect(id, await sent.text()).toBeTruthy()
  const status = async () => (await (await page.request.get(`/api/v1/conversion/${id}/`)).json()).status
  await expect.poll(status, { timeout: 45_000 }).toBe('completed')
  await page.goto(`/history/${id}`)
  return id
}

const bytesOf = (name: string, buffer: Buffer): TestFile => ({
  name,
  mimeType: 'application/octet-stream',
  buffer,
})
const sample = async ({ name, content }: (typeof SAMPLES)[keyof typeof SAMPLES]) =>
  bytesOf(name, Buffer.from(await content().arrayBuffer()))

/** How much the pixels of a part of the page differ from one another: 0 where it is one colour. */
async function liveliness(part: Locator): Promise<number> {
  const { channels } = await sharp(await part.screenshot()).stats()
  return Math.max(...channels.map(({ stdev }) => stdev))
}

/** Two halves in different colours, so that an image and its place are told apart. */
const halves = async (name: string): Promise<TestFile> =>
  bytesOf(
    name,
    await sharp({ create: { width: 400, height: 240, channels: 4, background: '#2646aa' } })
      .composite([
        {
          input: {
            create: { width: 200, height: 240, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
          },
          left: 200,
          top: 0,
          blend: 'dest-in',
        },
      ])
      .png()
      .toBuffer(),
  )

test('an image is held against its source with a line that the keyboard moves, too', async ({
  signedIn: page,
}) => {
  await look(page, 'image', await halves('halves.png'), 'webp')
  const line = page.getByRole('slider', { name: 'Comparison slider' })
  await expect(line).toHaveAttribute('aria-valuetext', 'Original 50%, Result 50%')
  await line.press('ArrowRight')
  await line.press('PageUp')
  await expect(line).toHaveAttribute('aria-valuenow', '72')
  await line.press('Home')
  await expect(line).toHaveAttribute('aria-valuetext', 'Original 0%, Result 100%')
  const box = (await page.getByRole('group', { name: /^Image\./ }).boundingBox())!
  const at = (await line.boundingBox())!
  await page.mouse.move(at.x + at.width / 2, at.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 4, at.y + 40, { steps: 4 })
  await page.mouse.up()
  await expect(line).toHaveAttribute('aria-valuenow', '25')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(page.getByRole('toolbar', { name: 'Zoom' })).toContainText('200%')
  await expect(page.getByRole('main')).toContainText('400 × 240')
  await expect(page.getByRole('main')).toContainText(/% (smaller|larger)/)
})

test('a PDF shows its pages, and those further down when one goes there', async ({ signedIn: page }) => {
  // Large enough for parts to be worth it, and so of figures that do not pack well.
  const figures = (from: number) =>
    Array.from({ length: 400 }, (_, index) => ((from * 7919 + index * 104_729) % 1_000_003) * 7).join(' ')
  const chapters = Array.from({ length: 60 }, (_, index) => `# Chapter ${index + 1}\n\n${figures(index)}`)
  const parts: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 206 && answer.url().includes('/pdf_handler/')) parts.push(answer.url())
  })
  await look(page, 'document', markdown('book.md', chapters.join('\n\n')), 'pdf')
  const bar = page.getByRole('toolbar', { name: 'Pages and zoom' })
  await expect(bar).toContainText(/Page 1 of \d\d/)
  const first = page.getByRole('img', { name: 'Page 1', exact: true })
  await expect(first.locator('canvas')).toBeVisible()
  expect(await liveliness(first)).toBeGreaterThan(5)
  expect(parts.length, 'the PDF came in parts').toBeGreaterThan(0)
  await bar.getByRole('button', { name: 'Next page' }).click()
  await expect(bar).toContainText(/Page 2 of/)
  for (const next of [3, 4, 5, 6]) {
    await bar.getByRole('button', { name: 'Next page' }).click()
    await expect(bar).toContainText(`Page ${next} of`)
  }
  const zoom = () => bar.getByText(/^\d+%$/).textContent()
  const fit = await zoom()
  for (let step = 0; step < 2; step++) await bar.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(zoom).not.toBe(fit)
  await expect(bar, 'the page stays while what is above it grows').toContainText('Page 6 of')
  await bar.getByRole('button', { name: /^Zoom: / }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Fit width' }).click()
  await expect.poll(zoom).toBe(fit)
  await expect(bar).toContainText('Page 6 of')
  const pages = page.getByRole('img', { name: /^Page \d+$/ })
  await page.getByRole('region', { name: /^Result, book.pdf/ }).press('End')
  await expect(bar).toContainText(/Page (\d\d) of \1/)
  expect(await pages.count(), 'only those in sight are in the page').toBeLessThan(7)
  // The text it was made from stands beside it.
  await expect(page.getByRole('region', { name: 'Original' })).toContainText('# Chapter 1')
})

test('what is in a text is only ever text', async ({ signedIn: page }) => {
  const hostile =
    '# A\n\n<script>document.title = "run"</script>\n\n<img src=x onerror="document.title = 1">\n'
  await look(page, 'document', markdown('hostile.md', hostile), 'html')
  const source = page.getByRole('region', { name: 'Original' })
  await expect(source).toContainText('<script>document.title = "run"</script>')
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('<!DOCTYPE html>')
  await expect(source.locator('img, script')).toHaveCount(0)
  await expect(page).toHaveTitle(/hostile/)
})

test('a font is set in lines, moves along its axes, and shows every glyph', async ({ signedIn: page }) => {
  const path = join(
    import.meta.dirname,
    '../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
  )
  await look(page, 'font', bytesOf('newsreader.woff2', readFileSync(path)), 'ttf')
  const text = page.getByRole('textbox', { name: 'Sample text' })
  await expect(text).toHaveValue(/quick brown fox/)
  const light = await text.screenshot()
  await page.getByRole('slider', { name: 'Weight' }).press('End')
  await expect(text).toHaveCSS('font-variation-settings', '"wght" 800')
  expect(light.equals(await text.screenshot()), 'the letters grew heavier').toBe(false)
  await text.fill('Quartz')
  await expect(page.getByRole('list', { name: /sizes/ })).toContainText('Quartz')

  await page.getByRole('tab', { name: /^Glyphs/ }).click()
  await expect(page).toHaveURL(/font=glyphs/)
  await page.getByRole('searchbox', { name: 'Find a glyph' }).fill('U+0041')
  await expect(page.getByRole('option')).toHaveCount(1)
  await expect(page.getByRole('complementary', { name: 'Selected glyph' })).toContainText('U+0041')

  await page.getByRole('tab', { name: 'Coverage' }).click()
  await page.getByRole('button', { name: /^Basic Latin/ }).click()
  await expect(page.getByRole('tab', { name: /^Glyphs/ })).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await page.getByRole('tab', { name: 'License and details' }).click()
  const facts = page.getByRole('tabpanel', { name: 'License and details' })
  await expect(facts).toContainText('Embedding allowed')
  await expect(facts.getByRole('link', { name: /OFL/ })).toBeVisible()
  await expect(facts).toContainText('wght 200 to 800')
})

test('a model stands on its turntable and turns by the keyboard', async ({ signedIn: page }) => {
  await look(page, 'model', await sample(SAMPLES.model), 'glb', { compression: 'draco' })
  const model = page.getByRole('img', { name: /^Result: model/ })
  await expect(model).toHaveAttribute('data-model', 'drawn')
  await expect.poll(() => liveliness(model.locator('canvas'))).toBeGreaterThan(2)
  await expect(page.getByRole('main')).toContainText('4 triangles')
  const before = await model.screenshot()
  const source = page.getByRole('img', { name: /^Original: model/ })
  await expect(source).toHaveAttribute('data-model', 'drawn')
  const beside = await source.screenshot()
  for (let times = 0; times < 4; times++) await model.press('ArrowRight')
  await expect.poll(async () => before.equals(await model.screenshot())).toBe(false)
  await expect.poll(async () => beside.equals(await source.screenshot()), 'the two turn as one').toBe(false)
})

test('a sound has its waveform, plays, and is gone through by the keyboard', async ({ signedIn: page }) => {
  await look(page, 'media', await sample(SAMPLES.audio), 'flac')
  const wave = page.getByRole('slider', { name: 'Seek, Result' })
  await expect(wave).toHaveAttribute('data-waveform', 'drawn')
  expect(await liveliness(wave)).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Play, Result' }).click()
  const audio = page.locator('audio').last()
  const played = () => audio.evaluate((one: HTMLAudioElement) => one.currentTime)
  await expect.poll(played).toBeGreaterThan(0.05)
  // It would go on from where the key takes it.
  await audio.evaluate((one: HTMLAudioElement) => one.pause())
  await wave.press('Home')
  await expect.poll(played).toBe(0)
})

test('an archive lists its files, images shown small', async ({ signedIn: page }) => {
  const pages = markdown(
    'pages.md',
    Array.from({ length: 60 }, (_, n) => `# ${n}\n\n${'Words. '.repeat(90)}`).join('\n\n'),
  )
  const id = await look(page, 'document', pages, 'pdf')
  const { output } = await (await page.request.get(`/api/v1/conversion/${id}/`)).json()
  const sent = await page.request.post(ROUTES.document, {
    multipart: { target_format: 'png', s3_key: output.s3_key },
  })
  const next = (await sent.json()).id
  const status = async () => (await (await page.request.get(`/api/v1/conversion/${next}/`)).json()).status
  await expect.poll(status, { timeout: 45_000 }).toBe('completed')
  await page.goto(`/history/${next}`)
  const list = page.getByRole('region', { name: 'Files in the ZIP' })
  await expect(list).toContainText(/page-0?1\.png/)
  await expect(list.locator('img').first()).toBeVisible()
})

test('Convert leads to the result from a row’s menu', async ({ signedIn: page }) => {
  await page.goto('/convert')
  const file = await halves('menu.png')
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByRole('button', { name: /^Convert/ }).click()
  await page.getByRole('button', { name: 'More for menu.png' }).click()
  await page.getByRole('menuitem', { name: 'Preview' }).click()
  await expect(page).toHaveURL(/\/history\/[\w-]+#result$/)
  await expect(page.getByRole('slider', { name: 'Comparison slider' })).toBeVisible()
})

test.describe('under a finger', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  test('every button of a PDF’s bar can be reached', async ({ signedIn: page }) => {
    await look(page, 'document', markdown('a.md'), 'pdf')
    const bar = page.getByRole('toolbar', { name: 'Pages and zoom' })
    await expect(bar.getByRole('button', { name: /^Zoom: / })).toBeVisible()
    expect(await bar.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  })
})

const KINDS: Record<string, (page: Page) => Promise<unknown>> = {
  image: async (page) => look(page, 'image', await halves('a.png'), 'webp'),
  pdf: (page) => look(page, 'document', markdown('a.md'), 'pdf'),
  font: async (page) => look(page, 'font', await sample(SAMPLES.font), 'woff2'),
  sound: async (page) => look(page, 'media', await sample(SAMPLES.audio), 'flac'),
  model: async (page) => look(page, 'model', await sample(SAMPLES.model), 'stl'),
}

for (const [name, open] of Object.entries(KINDS))
  test(`${name}: axe has nothing against the preview, light and dark, narrow and wide`, async ({
    signedIn: page,
  }) => {
    await open(page)
    const found: string[] = []
    for (const { theme, width } of looks(360, 1280)) {
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      await page.setViewportSize({ width, height: 800 })
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
      for (const fault of await violations(page)) found.push(`${theme} ${width}: ${fault}`)
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (wide > 0) found.push(`${theme} ${width}: scrolls sideways by ${wide} px`)
    }
    expect(found).toEqual([])
  })

test('two videos stand beside one another, and only one of them plays', async ({ signedIn: page }) => {
  await look(page, 'media', bytesOf('sample.mp4', readFileSync(corpusFile('video/sample.mp4'))), 'webm')
  await expect(page.locator('video')).toHaveCount(2)
  const width = () =>
    page
      .locator('video')
      .last()
      .evaluate((video: HTMLVideoElement) => video.videoWidth)
  await expect.poll(width).toBeGreaterThan(0)
  for (const video of [page.locator('video').first(), page.locator('video').last()])
    await video.evaluate((one: HTMLVideoElement) => {
      one.muted = true
      one.loop = true
      return one.play()
    })
  const playing = () =>
    page.locator('video').evaluateAll((all) => all.map((one) => !(one as HTMLVideoElement).paused))
  await expect.poll(playing).toEqual([false, true])
})
