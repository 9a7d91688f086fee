import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { corpusFile } from '../tests/corpora/files.ts'
import { expect, type TestFile, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'
import { book, linked } from './pdf-files.ts'
import { SHARES, share, thrown, visit } from './share-links.ts'

const real = (path: string): TestFile => ({
  name: path.split('/').at(-1) as string,
  mimeType: 'application/pdf',
  buffer: readFileSync(corpusFile(path)),
})

test.afterEach(() => expect(thrown.splice(0), 'unexpected console output').toEqual([]))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Pages and zoom' })
const place = (page: Page, number: number) => page.locator(`[data-place="${number}"]`)
const drawn = (page: Page, number: number) => place(page, number).getByRole('img').locator('canvas')
const find = (page: Page) => page.getByRole('searchbox', { name: 'Find in file' })

/** The parts of the file that a page has asked for. */
function watchParts(page: Page): string[] {
  const parts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/file/')) parts.push(request.headers().range ?? 'all of it')
  })
  return parts
}
const linkOf = async (owner: Page, { link_id }: { link_id: string }) =>
  (await owner.request.get(`${SHARES}${link_id}/`)).json()

test('a visitor reads thirty pages of a link with one download: counted once, loaded in parts, and resumed', async ({
  signedIn,
  browser,
}) => {
  test.slow() // thirty pages are drawn
  const file = await book(120)
  const link = await share(signedIn, { max_downloads: 1 }, file)
  const { page, context } = await visit(browser, link)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const parts = watchParts(page)
  await expect(page.getByText('1 download left; reading counts as one')).toBeVisible()
  await button(page, 'Read online').click()
  await expect(heading(page, file.name)).toBeVisible()
  await expect(page.getByText(/^120 pages, /)).toBeVisible()
  await expect(drawn(page, 1)).toBeVisible()
  expect(loaded.some((url) => /pdf\.worker/.test(url))).toBe(true)
  await page.keyboard.press('Escape')
  await button(page, 'Continue reading').click()
  await expect(drawn(page, 1)).toBeVisible()
  for (let number = 2; number <= 30; number++) {
    await page.keyboard.press('n')
    await expect(bar(page)).toContainText(`Page ${number} of 120`)
  }
  await expect(drawn(page, 30)).toBeVisible()
  await expect(page).toHaveURL(/#page=30$/)
  expect(parts.length).toBeGreaterThan(3)
  expect(parts.every((range) => /^bytes=\d+-\d+$/.test(range))).toBe(true)

  // Loaded anew it goes on where it was; the download limit is reached for everyone else.
  await page.reload()
  await expect(bar(page)).toContainText('Page 30 of 120')
  const { page: other, context: others } = await visit(browser, link)
  await expect(heading(other, 'Download limit reached')).toBeVisible()
  await others.close()

  const [got] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
  expect(readFileSync(await got.path())).toEqual(file.buffer)
  await expect(page.getByText('Download started.')).toBeVisible()
  await page.goBack()
  await expect(button(page, 'Continue reading')).toBeFocused()
  await expect(page.getByText(/^Reading access until/)).toBeVisible()
  await page.goForward()
  await expect(drawn(page, 30)).toBeVisible()

  expect(await linkOf(signedIn, link)).toMatchObject({ downloads: 1, state: 'used_up' })
  const { results } = await (await signedIn.request.get(`${SHARES}${link.link_id}/events/`)).json()
  expect(results.map(({ kind }: { kind: string }) => kind)).toEqual(['downloaded', 'read', 'viewed'])
  await context.close()
})

test('nothing that reads PDFs comes before the press', async ({ signedIn, browser }) => {
  const link = await share(signedIn, {}, await linked())
  const context = await browser.newContext()
  const page = await context.newPage()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto(link.url)
  await expect(button(page, 'Read online')).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((path) => /pdf|reading|viewer|engine|\/file\//.test(path))).toEqual([])
  const policy = (await page.request.get(link.url)).headers()['content-security-policy']
  expect(policy).toContain("worker-src 'self'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe-eval|blob: *;? *script/)
  await context.close()
})

test('by keyboard: it is opened, searched, turned through, and closed where it was begun', async ({
  signedIn,
  browser,
}) => {
  const link = await share(signedIn, {}, await linked())
  const { page, context } = await visit(browser, link)
  await button(page, 'Read online').focus()
  await page.keyboard.press('Enter')
  await expect(drawn(page, 1)).toBeVisible()
  await expect(page.getByRole('region', { name: /^Pages of/ })).toBeFocused()
  await page.keyboard.press('Control+f')
  await page.keyboard.type('meant')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await expect(bar(page)).toContainText('Page 4 of 6')
  // Escape empties the field first, and closes nothing.
  await page.keyboard.press('Escape')
  await expect(find(page)).toHaveValue('')
  await expect(bar(page)).toBeVisible()
  // What floats is drawn by Preact here.
  await page.getByRole('button', { name: /^Zoom: / }).press('Enter')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Fit width' })).toBeFocused()
  await page.getByRole('menuitemcheckbox', { name: '50%', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Zoom: 50%' })).toBeFocused()
  await page.getByRole('radio', { name: 'Outline' }).check()
  await page
    .getByRole('complementary', { name: 'Contents' })
    .getByRole('button', { name: /^Chapter/ })
    .first()
    .click()
  await expect(page).toHaveURL(/#page=\d$/)
  await button(page, 'Close').focus()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Continue reading')).toBeFocused()
  await expect(page).toHaveURL(link.url)
  await context.close()
})

test('a link out of the file says where it leads, and nothing of it runs', async ({ signedIn, browser }) => {
  const link = await share(signedIn, {}, await linked())
  const { page, context } = await visit(browser, link)
  await button(page, 'Read online').click()
  await expect(drawn(page, 1)).toBeVisible()
  await place(page, 1)
    .getByRole('button', { name: /https?:/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: 'Link destination' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(bar(page), 'the reader stays').toBeVisible()
  await context.close()
})

test('a link revoked during reading says so, keeps the loaded pages, and closes with the reader', async ({
  signedIn,
  browser,
}) => {
  const link = await share(signedIn, {}, await book(400))
  const { page, context } = await visit(browser, link)
  await button(page, 'Read online').click()
  await expect(drawn(page, 1)).toBeVisible()
  await signedIn.request.delete(`${SHARES}${link.link_id}/`)
  await bar(page).getByRole('button', { name: 'Page 1 of 400' }).click()
  await page.getByRole('textbox', { name: 'Page' }).fill('200')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/This link was revoked/)).toBeVisible()
  await button(page, 'Download').click()
  await expect(heading(page, 'This link was revoked')).toBeFocused()
  await expect(page).toHaveURL(link.url)
  await context.close()
})

test('a link that closes between looking and pressing closes the page, and so does one at its download limit', async ({
  signedIn,
  browser,
}) => {
  const link = await share(signedIn, { max_downloads: 1 }, await linked())
  const first = await visit(browser, link)
  const second = await visit(browser, link)
  await button(first.page, 'Read online').click()
  await expect(drawn(first.page, 1)).toBeVisible()
  await button(second.page, 'Read online').click()
  await expect(heading(second.page, 'Download limit reached')).toBeFocused()
  await first.context.close()
  await second.context.close()
})

test('behind a password it asks first, and reads then', async ({ signedIn, browser }) => {
  const link = await share(signedIn, { password: 'open sesame', email_gate: 'ask' }, await linked())
  const { page, context } = await visit(browser, link)
  await expect(button(page, 'Read online')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Password' }).fill('open sesame')
  await page.getByLabel('Your e-mail address').fill('guest@mail.example')
  await page.keyboard.press('Enter')
  await button(page, 'Read online').click()
  await expect(drawn(page, 1)).toBeVisible()
  const { results } = await (await signedIn.request.get(`${SHARES}${link.link_id}/events/`)).json()
  expect(results[0]).toMatchObject({ kind: 'read', email: 'guest@mail.example' })
  await context.close()
})

test('offline nothing is lost: the press says so and can be made again; what is open goes on', async ({
  signedIn,
  browser,
}) => {
  const link = await share(signedIn, { max_downloads: 1 }, await book(400))
  const { page, context } = await visit(browser, link)
  await context.setOffline(true)
  await button(page, 'Read online').click()
  await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible()
  await context.setOffline(false)
  await button(page, 'Read online').click()
  await expect(drawn(page, 1)).toBeVisible()
  await context.setOffline(true)
  await bar(page).getByRole('button', { name: 'Page 1 of 400' }).click()
  await page.getByRole('textbox', { name: 'Page' }).fill('200')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Part of the file couldn’t be loaded/)).toBeVisible()
  await context.setOffline(false)
  await expect(drawn(page, 200)).toBeVisible()
  await expect(page.getByText(/Part of the file couldn’t be loaded/)).toHaveCount(0)
  await context.close()
})

test('nothing but PDFs is read here, and nothing that its owner lets nobody preview', async ({
  signedIn,
  browser,
}) => {
  for (const link of [
    await share(signedIn),
    await share(signedIn, { allow_preview: false }, await linked()),
  ]) {
    const { page, context } = await visit(browser, link)
    await expect(button(page, 'Download')).toBeVisible()
    await expect(button(page, 'Read online')).toHaveCount(0)
    await context.close()
  }
})

test('one that is damaged says so, and can be closed', async ({ signedIn, browser }) => {
  const damaged = Buffer.from(`%PDF-1.7\n${'of all this nothing is left '.repeat(40)}\n%%EOF\n`)
  const link = await share(
    signedIn,
    {},
    { name: 'damaged.pdf', mimeType: 'application/pdf', buffer: damaged },
  )
  const { page, context } = await visit(browser, link)
  await button(page, 'Read online').click()
  await expect(page.getByText('This file isn’t a readable PDF')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await button(page, 'Close').click()
  await expect(button(page, 'Continue reading')).toBeFocused()
  await context.close()
})

test('it is printed whole, and nothing else is', async ({ signedIn, browser }) => {
  const link = await share(signedIn, {}, await linked())
  const { page, context } = await visit(browser, link)
  await page.evaluate(() => {
    window.print = () => {
      const sheets = [...document.querySelectorAll<HTMLImageElement>('.pdf-printed img')]
      document.documentElement.dataset.printed = String(sheets.filter((one) => one.naturalWidth > 0).length)
      dispatchEvent(new Event('afterprint'))
    }
  })
  await button(page, 'Read online').click()
  await expect(drawn(page, 1)).toBeVisible()
  await button(page, 'Print').click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '6')
  await expect(page.locator('.pdf-printed')).toHaveCount(0)
  await context.close()
})

test('one that has a password asks for it here', async ({ signedIn, browser }) => {
  const locked = await share(signedIn, {}, real('pdf/enc-R2_V1_U_view_O_master.pdf'))
  const { page, context } = await visit(browser, locked)
  await button(page, 'Read online').click()
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
  await button(page, 'Open').click()
  await expect(page.getByText(/Wrong password/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).fill('view')
  await button(page, 'Open').click()
  await expect(drawn(page, 1)).toBeVisible()
  await context.close()
})

test('a form is shown as it was filled in', async ({ signedIn, browser }) => {
  const link = await share(signedIn, {}, real('pdf/fields-two-pages.pdf'))
  const { page, context } = await visit(browser, link)
  await button(page, 'Read online').click()
  await expect(drawn(page, 1)).toBeVisible()
  await context.close()
})

test.describe('axe finds nothing, and the page scrolls one way', () => {
  for (const { width, theme: colorScheme } of looks(320, 768, 1280))
    test(`at ${width} px, ${colorScheme}`, async ({ signedIn, browser }) => {
      const link = await share(signedIn, { max_downloads: 3 }, await linked())
      const phone = width < 640
      const { page, context } = await visit(browser, link, {
        viewport: { width, height: 720 },
        colorScheme,
        ...(phone && { hasTouch: true, isMobile: true }),
      })
      const fits = async () =>
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0)
      expect(await violations(page)).toEqual([])
      await button(page, 'Read online').click()
      await expect(drawn(page, 1)).toBeVisible()
      expect(await violations(page)).toEqual([])
      await fits()
      const contents = page.getByRole('complementary', { name: 'Contents' })
      if (!(await contents.isVisible())) await button(page, 'Contents').click()
      await expect(contents.getByRole('button', { name: /2/ }).first()).toBeVisible()
      expect(await violations(page)).toEqual([])
      await contents.getByRole('button', { name: /3/ }).first().click()
      await expect(bar(page)).toContainText('3')
      if (phone) {
        await expect(contents).toHaveCount(0)
        await button(page, 'Find in file').click()
        await expect(find(page)).toBeFocused()
        await find(page).fill('meant')
        await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
        expect(await violations(page)).toEqual([])
      }
      await fits()
      await context.close()
    })
})

test('in a language that runs from right to left, and is longer', async ({ signedIn, browser }) => {
  const link = await share(signedIn, {}, await linked())
  const context = await browser.newContext({ viewport: { width: 360, height: 720 } })
  await context.addInitScript(() => localStorage.setItem('locale', 'pseudo-rtl'))
  const page = await context.newPage()
  await page.goto(link.url)
  await page.locator('.landing-second:enabled').click()
  await expect(drawn(page, 1)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const close = await page.locator('header button').first().boundingBox()
  expect(close!.x, 'what closes it stands where lines begin').toBeGreaterThan(250)
  expect(await violations(page)).toEqual([])
  await context.close()
})
