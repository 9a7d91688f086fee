import type { Page } from '@playwright/test'
import { expect, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'

const DAYS = 90

/** The server has probed since it started: the title says so once the first probe is written. */
async function open(page: Page) {
  await page.goto('/status')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Status')
}

test('the status is for who is signed in, and is found in the account menu', async ({
  signedIn: page,
  browser,
}) => {
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto('/status')
  await expect(stranger.getByRole('heading', { name: 'Page not found', level: 1 })).toBeAttached()
  await stranger.goto('/sign-in')
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'Status' })).toHaveCount(0)

  await page.goto('/convert')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await expect(page).toHaveURL('/status')
  await expect(page.getByRole('heading', { name: 'Files', level: 3 })).toBeVisible()
  await expect(page.getByText('Files can be uploaded and downloaded.')).toBeVisible()
  await expect(page.getByText(/^Updated \d+\ss ago$/)).toBeVisible()

  const bars = page.getByRole('application', { name: /^Files/ })
  await bars.focus()
  await page.keyboard.press('End')
  await expect(page.getByText(/: Operational$/)).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByText(/: No data$/)).toBeVisible()
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('row')).toHaveCount(DAYS + 1)
  await page.getByRole('link', { name: 'Open dashboard' }).click()
  await expect(page).toHaveURL('/')
})

for (const { theme, width } of looks(360, 768, 1280, 1920))
  test(`the status is accessible and fits, ${theme} at ${width}`, async ({ signedIn: page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 860 })
    await open(page)
    for (const view of ['Bars', 'Table']) {
      await page.getByText(view, { exact: true }).click()
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    }
  })
