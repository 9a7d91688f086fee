import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, image, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'
import { CONTENT, type Link, SHARES, share, thrown, visit } from './share-links.ts'

test.afterEach(() => expect(thrown.splice(0), 'unexpected console output').toEqual([]))

async function download(page: Page, name = 'Download'): Promise<Buffer> {
  const [got] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  return readFileSync(await got.path())
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('a stranger opens a link, and gets the very bytes', async ({ signedIn, browser }) => {
  const link = await share(signedIn, { name: 'The lease', message: 'Have a look', max_downloads: 2 })
  const { page, context } = await visit(browser, link)
  await expect(heading(page, 'The lease')).toBeVisible()
  await expect(page).toHaveTitle('The lease')
  await expect(page.getByText('Plain text, 29 B')).toBeVisible()
  await expect(page.getByText('Have a look')).toBeVisible()
  await expect(page.getByText('2 downloads left')).toBeVisible()
  expect(await download(page)).toEqual(CONTENT)
  await expect(page.getByText('Download started; 1 download left.')).toBeVisible()
  expect(await download(page, 'Download again')).toEqual(CONTENT)
  await expect(page.getByText('Download started. That was the last one available.')).toBeVisible()
  await expect(page.getByRole('button', { name: /Download/ })).toHaveCount(0)

  await page.reload()
  await expect(heading(page, 'Download limit reached')).toBeVisible()
  await expect(page.getByText('Ask the sender')).toBeVisible()
  const seen = await (await signedIn.request.get(`${SHARES}${link.link_id}/`)).json()
  expect(seen).toMatchObject({ downloads: 2, views: 1, state: 'used_up' })
  await context.close()
})

test('a password is asked for, a wrong one is said and stays, and the right one opens for a while', async ({
  signedIn,
  browser,
}) => {
  const link = await share(signedIn, { name: 'The lease', password: 'open sesame' })
  const { page, context } = await visit(browser, link)
  await expect(heading(page, 'A file shared with you')).toBeVisible()
  expect(await page.content()).not.toMatch(/lease/i)
  const field = page.getByRole('textbox', { name: 'Password' })
  await field.fill('open barley')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(/^Wrong password/)
  await expect(field).toHaveValue('open barley')
  await expect(field).toBeFocused()
  await field.fill('open sesame')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(heading(page, 'The lease')).toBeFocused()
  expect(await download(page)).toEqual(CONTENT)
  expect(page.url(), 'a password is in no address').toBe(link.url)
  await page.reload()
  await expect(heading(page, 'The lease')).toBeVisible()
  await context.close()
})

test('an address is confirmed by the code that was sent there', async ({
  signedIn,
  browser,
  outbox,
  account,
}) => {
  const link = await share(signedIn, { name: 'The lease', email_gate: 'confirm' })
  const { page, context } = await visit(browser, link)
  const email = `guest-${account.email}`
  await page.getByLabel('Your e-mail address').fill('nobody')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Your e-mail address')).toHaveAccessibleDescription(/valid e-mail address/)
  await page.getByLabel('Your e-mail address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  const code = await outbox.code(email)
  await field.fill(code === '000000' ? '111111' : '000000')
  await expect(field).toHaveAccessibleDescription(/4 attempts left/)
  await field.fill(code)
  await expect(heading(page, 'The lease')).toBeVisible()
  expect(await download(page)).toEqual(CONTENT)
  const { results } = await (await signedIn.request.get(`${SHARES}${link.link_id}/events/`)).json()
  expect(results[0]).toMatchObject({ kind: 'downloaded', email, email_confirmed: true })
  await context.close()
})

test('an address that is only asked for opens at once', async ({ signedIn, browser }) => {
  const link = await share(signedIn, { name: 'The lease', email_gate: 'ask' })
  const { page, context } = await visit(browser, link)
  await page.getByLabel('Your e-mail address').fill('guest@mail.example')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'The lease')).toBeVisible()
  await context.close()
})

test('a link revoked while its page is open closes at the next press, without a download', async ({
  signedIn,
  browser,
}) => {
  const link = await share(signedIn)
  const { page, context } = await visit(browser, link)
  await signedIn.request.delete(`${SHARES}${link.link_id}/`)
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(heading(page, 'This link was revoked')).toBeFocused()
  await expect(page.getByText(/^Ask e2e\w+ if you still need the file/)).toBeVisible()
  await context.close()
})

test('an expired link says so, and an unknown link too', async ({ signedIn, browser }) => {
  const link = await share(signedIn, { expires_at: new Date(Date.now() + 1000).toISOString() })
  await expect.poll(async () => (await signedIn.request.get(link.url)).status()).toBe(410)
  const { page, context } = await visit(browser, link)
  await expect(heading(page, 'This link has expired')).toBeVisible()
  await page.goto(new URL(`/s/${'x'.repeat(43)}`, link.url).href)
  await expect(heading(page, 'Link not found')).toBeVisible()
  await context.close()
})

test('offline it says so and keeps what is there; back on, it goes on', async ({ signedIn, browser }) => {
  const link = await share(signedIn)
  const { page, context } = await visit(browser, link)
  await context.setOffline(true)
  await expect(page.getByText(/You’re offline/)).toBeVisible()
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/You’re offline/)).toHaveCount(0)
  expect(await download(page)).toEqual(CONTENT)
  await context.close()
})

test('by keyboard alone: download, copy, enlarge the preview, report', async ({ signedIn, browser }) => {
  test.slow() // a worker that nobody has asked yet has to start first
  const link = await share(signedIn, {}, await image('roof.png'))
  const { page, context } = await visit(browser, link)
  const shown = page.getByRole('img', { name: 'Preview of roof.png' })
  await expect(shown).toBeVisible()
  await expect
    .poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth), { timeout: 60_000 })
    .toBe(320)
  expect(await shown.getAttribute('src'), 'never the file itself').toMatch(/\/preview\/picture\/$/)
  const tabTo = async (name: string) => {
    const target = page.getByRole('button', { name })
    for (let presses = 0; presses < 12; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  await tabTo('Download')
  const [got] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(got.suggestedFilename()).toBe('roof.png')
  await tabTo('Enlarge preview')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Preview' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await tabTo('Report this file')
  await page.keyboard.press('Enter')
  await page.getByLabel('What’s wrong with this file').fill('This is my roof')
  await page.getByRole('button', { name: 'Report', exact: true }).press('Enter')
  await expect(page.getByText(/^Report sent/)).toBeVisible()
  await context.close()
})

test.describe('axe finds nothing, and the page scrolls one way', () => {
  for (const { width, theme: colorScheme } of looks(320, 1280))
    test(`at ${width} px, ${colorScheme}`, async ({ signedIn, browser }) => {
      const links: [Link, string][] = [
        [
          await share(signedIn, { message: 'word '.repeat(60), max_downloads: 3 }, await image('a.png')),
          'Download',
        ],
        [await share(signedIn, { password: 'open sesame', email_gate: 'confirm' }), 'Send code'],
      ]
      const gone = await share(signedIn)
      await signedIn.request.delete(`${SHARES}${gone.link_id}/`)
      for (const [link, button] of links) {
        const { page, context } = await visit(browser, link, {
          viewport: { width, height: 640 },
          colorScheme,
        })
        await expect(page.getByRole('button', { name: button })).toBeVisible()
        await looksRight(page, context)
      }
      const { page, context } = await visit(browser, gone, {
        viewport: { width, height: 640 },
        colorScheme,
      })
      await looksRight(page, context)
    })
})

async function looksRight(page: Page, context: BrowserContext) {
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await context.close()
}
