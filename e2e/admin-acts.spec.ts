import { becomeAdmin } from './business-people.ts'
import { expect, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'

const REASON = 'Reported by the bank'

test('an administrator locks and unlocks an account, and reads it in the audit log', async ({
  signedIn: page,
  account,
  outbox,
  browser,
}) => {
  const admin = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await becomeAdmin(admin, outbox)
  await admin.goto('/admin/accounts')
  await admin.getByRole('searchbox', { name: 'Search accounts' }).fill(account.email)
  await admin.getByRole('link', { name: account.username }).click()
  await admin.getByRole('button', { name: 'Lock account' }).click()
  const dialog = admin.getByRole('dialog', { name: `Lock ${account.username}?` })
  await dialog.getByLabel('Reason').fill(REASON)
  await dialog.getByRole('button', { name: 'Lock account' }).click()
  await expect(admin.getByRole('button', { name: 'Unlock account' })).toBeVisible()
  await expect(admin.getByText(REASON)).toBeVisible()

  await page.goto('/sign-in')
  await page.getByLabel('E-mail or user name').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(/This account is locked/)).toBeVisible()

  await admin.getByRole('button', { name: 'Unlock account' }).click()
  const unlock = admin.getByRole('dialog', { name: `Unlock ${account.username}?` })
  await unlock.getByLabel('Reason').fill('The bank took it back')
  await unlock.getByRole('button', { name: 'Unlock account' }).click()
  await expect(admin.getByRole('button', { name: 'Lock account' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/sign-in/)

  await admin.getByRole('link', { name: 'Audit log' }).last().click()
  await expect(
    admin.getByRole('row', { name: new RegExp(`Account locked.*${account.username}.*${REASON}`) }),
  ).toBeVisible()
  const download = admin.waitForEvent('download')
  await admin.getByRole('link', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^administrators-\d{4}-\d{2}-\d{2}\.csv$/)
})

test('a file in quarantine opens for nobody, and the link to it says so', async ({
  signedIn: page,
  account,
  outbox,
  browser,
}) => {
  const FILES = '/api/v1/user/storage/files/'
  const file = { name: 'lease.md', mimeType: 'text/markdown', buffer: Buffer.from('# Lease') }
  const stored = await (await page.request.post(`${FILES}upload/`, { multipart: { file } })).json()
  const link = await (
    await page.request.post('/api/v1/user/shares/', { data: { file_id: stored.id } })
  ).json()
  const admin = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await becomeAdmin(admin, outbox)
  await admin.goto(`/admin/accounts?q=${account.username}`)
  await admin.getByRole('link', { name: account.username }).click()
  await admin.getByRole('button', { name: 'Quarantine lease.md' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Quarantine lease.md?' })
  await dialog.getByLabel('Reason').fill(REASON)
  await dialog.getByRole('button', { name: 'Quarantine file' }).click()
  await expect(admin.getByRole('button', { name: 'Release lease.md' })).toBeVisible()

  expect((await page.request.get(`${FILES}${stored.id}/content/`)).status()).toBe(403)
  await page.goto(new URL(link.url).pathname)
  await expect(page.getByRole('heading', { name: 'File no longer available' })).toBeVisible()

  await admin.goto('/admin')
  await admin.getByRole('button', { name: 'Release lease.md' }).click()
  const release = admin.getByRole('dialog', { name: 'Release lease.md?' })
  await release.getByLabel('Reason').fill('A false report')
  await release.getByRole('button', { name: 'Release file' }).click()
  await expect(admin.getByText('lease.md released')).toBeVisible()
  expect((await page.request.get(`${FILES}${stored.id}/content/`)).status()).toBe(200)
})

test('the pages of accounts and of the audit log fit and are accessible', async ({
  signedIn: _page,
  account,
  outbox,
  browser,
}) => {
  const admin = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await becomeAdmin(admin, outbox)
  const { results } = await (
    await admin.request.get(`/api/v1/admin/accounts/?query=${account.username}`)
  ).json()
  const one = `/admin/accounts/${results[0].account_id}`
  for (const { theme, width } of looks(360, 768, 1280, 1920)) {
    await admin.emulateMedia({ colorScheme: theme })
    await admin.setViewportSize({ width, height: 860 })
    for (const [path, seen] of [
      ['/admin/accounts', admin.getByRole('link', { name: account.username })],
      [one, admin.getByRole('heading', { name: 'Security events' })],
      ['/admin/audit', admin.getByRole('button', { name: 'Action', exact: true })],
    ] as const) {
      await admin.goto(path)
      await expect(seen).toBeVisible()
      expect(await violations(admin), `${path} ${width}`).toEqual([])
      expect(await admin.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
    }
  }
})
