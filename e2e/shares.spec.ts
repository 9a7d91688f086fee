import type { Page } from '@playwright/test'
import { expect, records, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'

const SHARES = '/api/v1/user/shares/'

async function convert(page: Page, name: string) {
  const sent = await page.request.post('/api/v1/pdf_handler/convert/', {
    multipart: { target_format: 'yaml', file: records(name) },
  })
  const { id } = await sent.json()
  await page.request.get(`/api/v1/docs_core/conversion/wait/${id}/`)
  return id as string
}

async function store(page: Page, name: string) {
  const kept = await page.request.post('/api/v1/user/storage/files/upload/', {
    multipart: { file: records(name) },
  })
  return (await kept.json()).id as string
}

async function share(page: Page, name: string, settings: object = {}) {
  const data = { file_id: await store(page, name), ...settings }
  const made = await page.request.post(SHARES, { data })
  expect(made.status()).toBe(201)
  return (await made.json()) as { link_id: string; url: string }
}

const publicOf = (url: string) => `${SHARES}public/${url.split('/s/')[1]}/`

test('a result is shared with two presses, copied, and shown as a code to scan', async ({
  signedIn: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/history/${await convert(page, 'report.json')}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const asks = page.getByRole('dialog', { name: 'Share “report.yaml”' })
  await expect(asks).toContainText('the link expires with it')
  await asks.getByRole('button', { name: 'Create link' }).click()
  const ready = page.getByRole('dialog', { name: 'Link ready' })
  await expect(ready.getByRole('img', { name: 'QR code for the link' })).toBeVisible()
  await ready.getByRole('button', { name: 'Copy link' }).click()
  await expect(ready.getByRole('button', { name: 'Copied' })).toBeVisible()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toBe(await ready.getByRole('textbox', { name: 'Link' }).inputValue())
  const seen = await page.request.get(publicOf(url))
  expect(await seen.json()).toMatchObject({ locked: false, title: 'report.yaml' })
  await ready.getByRole('button', { name: 'Done' }).click()
  await expect(ready).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
})

test('a stored file is chosen for a new link, which then asks for a password', async ({
  signedIn: page,
  browser,
}) => {
  await store(page, 'lease.json')
  await page.goto('/shares')
  await page.getByRole('main').getByRole('button', { name: 'New link' }).first().click()
  await expect(page).toHaveURL(/new=1/)
  const choose = page.getByRole('dialog', { name: 'Choose a file to share' })
  await choose.getByRole('button', { name: /lease\.json/ }).click()
  const asks = page.getByRole('dialog', { name: 'Share “lease.json”' })
  await asks.getByLabel('Download limit').fill('2')
  await asks.getByLabel('Require a password').check()
  await asks.getByRole('button', { name: 'Generate' }).click()
  await asks.getByRole('button', { name: 'Create link' }).click()
  const ready = page.getByRole('dialog', { name: 'Link ready' })
  const url = await ready.getByRole('textbox', { name: 'Link' }).inputValue()
  const password = await ready.getByRole('textbox', { name: 'Password' }).inputValue()
  await ready.getByRole('button', { name: 'Done' }).click()
  const line = page.getByRole('row', { name: /lease\.json/ })
  await expect(line).toContainText('0 of 2')
  await expect(line).toContainText('Password')

  const stranger = await browser.newContext({
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  })
  const at = new URL(publicOf(url), page.url()).href
  expect((await stranger.request.post(`${at}open/`, { data: { password: 'not it' } })).status()).toBe(403)
  expect((await stranger.request.post(`${at}open/`, { data: { password } })).status()).toBe(200)
  const redeemed = await stranger.request.post(`${at}download/`, { data: {} })
  const file = await stranger.request.get((await redeemed.json()).download_url)
  expect(await file.text()).toContain('lease.json')
  await stranger.close()

  await page.getByRole('link', { name: 'lease.json' }).click()
  const log = page.getByRole('table', { name: 'Views and downloads' })
  await expect(log.getByRole('row')).toHaveCount(4)
  await expect(log).toContainText(/Downloaded.*Firefox 144 on Linux/)
  await expect(log).toContainText('Viewed')
  await expect(log).toContainText('Wrong password')
  await expect(page.getByText(/1 view, 1 of 2 downloads/)).toBeVisible()
})

test('a link is edited, replaced, and revoked by name', async ({ signedIn: page }) => {
  const { url } = await share(page, 'plan.json')
  await page.goto('/shares')
  const more = page.getByRole('button', { name: 'More for plan.json' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edits = page.getByRole('dialog', { name: 'Edit link to “plan.json”' })
  await edits.getByLabel('Title').fill('The plan')
  await edits.getByText('More options: message, e-mail, preview').click()
  await edits.getByLabel('Message').fill('For Tuesday')
  await edits.getByRole('button', { name: 'Save' }).click()
  await expect(edits).toBeHidden()
  await expect(page.getByRole('link', { name: 'The plan' })).toBeVisible()
  expect(await (await page.request.get(publicOf(url))).json()).toMatchObject({
    title: 'The plan',
    message: 'For Tuesday',
  })

  await page.getByRole('button', { name: 'More for The plan' }).click()
  await page.getByRole('menuitem', { name: 'Replace link' }).click()
  const renews = page.getByRole('alertdialog', { name: 'Replace the link to “The plan”?' })
  await renews.getByRole('button', { name: 'Replace link' }).click()
  await page.getByRole('button', { name: 'View' }).click()
  const next = await page
    .getByRole('dialog', { name: 'Link to “The plan”' })
    .getByRole('textbox', { name: 'Link' })
    .inputValue()
  expect(next).not.toBe(url)
  expect((await page.request.get(publicOf(url))).status()).toBe(404)
  expect((await page.request.get(publicOf(next))).status()).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'More for The plan' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  const asks = page.getByRole('alertdialog', { name: 'Revoke the link to “The plan”?' })
  await expect(asks.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await asks.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('row', { name: /The plan/ })).toContainText('Revoked')
  expect((await page.request.get(publicOf(next))).status()).toBe(410)
})

test('filters are in the URL, and survive a reload', async ({ signedIn: page }) => {
  const { link_id } = await share(page, 'alpha.json')
  await share(page, 'beta.json')
  await page.request.delete(`${SHARES}${link_id}/`)
  await page.goto('/shares')
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Revoked' }).click()
  await expect(page.getByRole('link', { name: 'beta.json' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', { name: 'alpha.json' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'beta.json' })).toBeHidden()
  await page.getByRole('button', { name: 'Clear Status' }).click()
  await page.getByRole('searchbox', { name: 'Search links' }).fill('beta')
  await expect(page.getByRole('link', { name: 'alpha.json' })).toBeHidden()
  await expect(page).toHaveURL(/q=beta/)
  await page.goto('/shares?state=nonsense')
  await expect(page.getByRole('link', { name: 'alpha.json' }), 'a bad address breaks nothing').toBeVisible()
})

test('everything is done by keys', async ({ signedIn: page }) => {
  await store(page, 'keys.json')
  await page.goto('/')
  // The keys know the areas that the sidebar lists.
  await expect(page.getByRole('link', { name: 'Shares', exact: true })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(page).toHaveURL(/\/shares$/)
  await page.getByRole('main').getByRole('button', { name: 'New link' }).first().focus()
  await page.keyboard.press('Enter')
  const choose = page.getByRole('dialog', { name: 'Choose a file to share' })
  await expect(choose.getByRole('searchbox')).toBeFocused()
  await expect(choose.getByRole('button', { name: /keys\.json/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(choose.getByRole('button', { name: /keys\.json/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Share “keys.json”' }).getByLabel('Title')).toBeFocused()
  await page.keyboard.press('Enter')
  const ready = page.getByRole('dialog', { name: 'Link ready' })
  await expect(ready.getByRole('textbox', { name: 'Link' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(ready).toBeHidden()
  const link = page.getByRole('link', { name: 'keys.json' })
  await expect(link).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/shares\/[0-9a-f-]{36}$/)
})

for (const { width, theme: colorScheme } of looks(360, 1280))
  test(`can be used by everyone: ${colorScheme}, ${width} px`, async ({ signedIn: page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/shares')
    await expect(page.getByText('No links yet')).toBeVisible()
    expect(await violations(page)).toEqual([])
    const name = `a-rather-long-name-that-nobody-shortened-before-sending-it-on-${'x'.repeat(60)}.json`
    const { link_id, url } = await share(page, name, {
      email_gate: 'ask',
      max_downloads: 4,
      message: 'Words that go with it',
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    await share(page, 'short.json', { password: 'open sesame' })
    await page.request.post(`${publicOf(url)}download/`, { data: { email: 'guest@mail.example' } })
    const fits = async () => {
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, 'nothing stands out at the side').toBeLessThanOrEqual(0)
      for (const box of await page.getByRole('dialog').all())
        expect((await box.boundingBox())?.width, 'nor does the dialog').toBeLessThanOrEqual(width)
    }
    await page.goto('/shares')
    await expect(page.getByRole('link', { name: 'short.json' })).toBeVisible()
    await fits()
    expect(await violations(page)).toEqual([])
    for (const [search, title] of [
      ['new=1', 'Choose a file to share'],
      [`edit=${link_id}`, /^Edit link/],
      [`link=${link_id}`, /^Link to/],
    ] as const) {
      await page.goto(`/shares?${search}`)
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
      await expect(page.getByRole('dialog').getByRole('status', { name: 'Loading' })).toHaveCount(0)
      await fits()
      expect(await violations(page), search).toEqual([])
    }
    await page.goto(`/shares/${link_id}`)
    await expect(page.getByRole('table', { name: 'Views and downloads' })).toContainText('guest@mail.example')
    await fits()
    expect(await violations(page)).toEqual([])
  })
