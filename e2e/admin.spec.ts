import { becomeAdmin } from './business-people.ts'
import { expect, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'

test('the page of the server is for its administrator', async ({ signedIn: page, outbox, browser }) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Page not found' }).first()).toBeAttached()

  const admin = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await becomeAdmin(admin, outbox)
  for (const { theme, width } of looks(360, 768, 1280, 1920)) {
    await admin.emulateMedia({ colorScheme: theme })
    await admin.setViewportSize({ width, height: 860 })
    await admin.goto('/admin')
    await expect(admin.getByRole('row', { name: /^Conversions (Ready )?\d/ })).toBeVisible()
    await expect(admin.getByText('Web and worker')).toBeVisible()
    await expect(admin.getByRole('meter', { name: 'Disk' })).toBeVisible()
    expect(await violations(admin)).toEqual([])
    expect(await admin.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
})
