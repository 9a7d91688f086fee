import type { Page } from '@playwright/test'
import { expect, records, test } from './fixtures.ts'

/** Every page of an account that needs no object of its own. */
const PAGES = [
  '/',
  '/convert',
  '/history',
  '/pipelines',
  '/pipelines/new',
  '/pdf',
  '/scan',
  '/signing',
  '/signing/new',
  '/storage',
  '/shares',
  '/billing',
  '/billing/plans',
  '/billing/ledger',
  '/billing/purchases',
  '/billing/settings',
  '/webhooks',
  '/webhooks/new',
  '/security',
  '/security/api-keys',
  '/security/log',
  '/businesses',
  '/account',
  '/notifications',
  '/nowhere',
]

/** How far the document reaches beyond the window. */
const beyond = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement
    return { down: scrollHeight - innerHeight, across: scrollWidth - innerWidth }
  })

for (const width of [360, 1280])
  test(`no page scrolls the document at ${width} pixels`, async ({ signedIn: page }) => {
    test.slow()
    const sent = await page.request.post('/api/v1/pdf_handler/convert/', {
      multipart: { target_format: 'yaml', file: records('one.json') },
    })
    await page.request.get(`/api/v1/docs_core/conversion/wait/${(await sent.json()).id}/`)
    await page.setViewportSize({ width, height: 760 })
    const found: string[] = []
    for (const path of PAGES) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      if (path === '/') await expect(page.getByRole('meter', { name: 'Credits' })).toBeVisible()
      const { down, across } = await beyond(page)
      if (down > 0 || across > 0) found.push(`${path}: ${down} down, ${across} across`)
    }
    expect(found).toEqual([])
  })

test('in a low window the areas scroll between the head and the foot of the sidebar', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 560 })
  await page.goto('/convert')
  const foot = page.getByRole('button', { name: 'Account', exact: true })
  const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last()
  await expect(foot).toBeInViewport({ ratio: 1 })
  await expect(last).not.toBeInViewport({ ratio: 1 })
  await last.focus()
  await expect(last).toBeInViewport({ ratio: 1 })
  await expect(foot).toBeInViewport({ ratio: 1 })
})
