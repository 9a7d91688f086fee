import type { Page } from '@playwright/test'
import type { SigningSession } from '../contract/signing.ts'
import { expect, records, test } from './fixtures.ts'
import { lease } from './pdf-files.ts'

/** Counts the presses of the pointer on the page, from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  let before = 0
  const read = () => page.evaluate(() => Number(sessionStorage.getItem('clicks') ?? 0))
  const listen = () =>
    addEventListener(
      'click',
      // A click without a pointer is a key's.
      ({ detail }) =>
        detail > 0 &&
        sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks') ?? 0) + 1)),
      { capture: true },
    )
  await page.addInitScript(listen)
  await page.evaluate(listen)
  before = await read()
  return async () => (await read()) - before
}

test('a document is out to one signer six clicks after Overview', async ({ signedIn: page, account }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  const clicks = await countClicks(page)
  await page.getByRole('main').getByRole('link', { name: 'New signature request' }).click()
  // Overview, which also has such a button, stays until the page has loaded.
  await expect(page).toHaveURL('/signing/new')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(await lease())
  await expect(page).toHaveURL(/\/signing\/[0-9a-f-]{36}$/, { timeout: 60_000 })

  const layer = page.getByRole('group', { name: 'Fields of page 1' })
  await expect(layer).toBeAttached()
  await expect(page.getByLabel('Signer’s name')).toBeFocused()
  await page.keyboard.type('Ana Ruiz')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`ana.${account.email}`)
  await page.keyboard.press('Enter')
  await page
    .getByRole('toolbar', { name: 'Fields' })
    .getByRole('button', { name: /^Signature/ })
    .click()
  await layer.click({ position: { x: 180, y: 160 } })
  await page.getByRole('button', { name: 'Next: message' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Sent to Ana Ruiz')).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(6)
  const id = page.url().split('/').at(-1)
  const sent = await page.request.get(`/api/v1/pdf_handler/signing/sessions/${id}/`)
  expect(((await sent.json()) as SigningSession).state).toBe('open')
})

test('a stored file is shared in two clicks, and its link is on top of the link’s page', async ({
  signedIn: page,
}) => {
  await page.request.post('/api/v1/user/storage/files/upload/', {
    multipart: { file: records('notes.json') },
  })
  await page.goto('/storage')
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Share notes.json' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  const url = await page.getByRole('dialog').getByRole('textbox', { name: 'Link' }).inputValue()
  expect(await clicks()).toBe(2)
  const { results } = await (await page.request.get('/api/v1/user/shares/')).json()
  await page.goto(`/shares/${results[0].link_id}`)
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(url)
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
})

test('a result is downloaded from History in one click', async ({ signedIn: page }) => {
  const sent = await page.request.post('/api/v1/pdf_handler/convert/', {
    multipart: { target_format: 'yaml', file: records('one.json') },
  })
  await page.request.get(`/api/v1/docs_core/conversion/wait/${(await sent.json()).id}/`)
  await page.goto('/history')
  const clicks = await countClicks(page)
  await page.getByRole('row', { name: /one\.json/ }).hover()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download one.json' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('one.yaml')
  expect(await clicks()).toBe(1)
})

test('one draft comes of one entry, also after a reload while it is made', async ({ signedIn: page }) => {
  const sent = await page.request.post('/api/v1/user/storage/files/upload/', {
    multipart: { file: await lease() },
  })
  const { id } = await sent.json()
  const drafts = async () =>
    (await (await page.request.get('/api/v1/pdf_handler/signing/sessions/')).json()).count as number
  // The answer is held, so that the reload comes before the page knows of the draft.
  let held = 0
  await page.route('**/api/v1/pdf_handler/signing/sessions/', async (route) => {
    if (route.request().method() !== 'POST' || held++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.goto(`/signing/new?file=${id}`)
  await expect.poll(drafts).toBe(1)
  await page.reload()
  await expect(page).toHaveURL(/\/signing\/[0-9a-f-]{36}$/)
  expect(await drafts()).toBe(1)
})
