import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addApp, expect, fillSignIn, test, totp } from './fixtures.ts'

const part = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const codesIn = (page: Page) => page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/).allTextContents()

/** Signs in with the password, up to where the code is asked for. */
async function toTheCode(page: Page, account: { username: string; password: string }) {
  await page.context().clearCookies()
  await page.goto('/sign-in')
  await fillSignIn(page, account)
  await expect(page).toHaveURL(/\/sign-in\/code/)
}

test('an authenticator app: set up by its secret, its codes kept, and asked for at the next sign-in', async ({
  signedIn: page,
  account,
}) => {
  await page.goto('/security')
  await expect(page.getByRole('meter', { name: 'Sign-in security' })).toHaveAttribute('aria-valuenow', '20')
  await part(page, 'Authenticator app').getByRole('link', { name: 'Add Authenticator app' }).click()
  await expect(page).toHaveURL('/security?set-up=totp')
  const setUp = dialog(page, 'Add authenticator app')
  await expect(setUp.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = (await setUp.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent())?.replaceAll(' ', '') ?? ''
  await setUp.getByLabel('Authenticator app code').fill('000000')
  await expect(setUp.getByLabel('Authenticator app code')).toHaveAccessibleDescription(/4 attempts left/)
  await setUp.getByLabel('Authenticator app code').fill(totp(secret))

  const keep = dialog(page, 'Save your backup codes')
  await expect(keep.getByRole('button', { name: 'Done' })).toHaveAttribute('aria-disabled', 'true')
  const download = page.waitForEvent('download')
  await keep.getByRole('button', { name: 'Download' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  const codes = file.match(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/gm) ?? []
  expect(codes).toHaveLength(10)
  await keep.getByLabel('I’ve saved them').check()
  await keep.getByRole('button', { name: 'Done' }).click()
  await expect(keep).toBeHidden()
  await expect(page.getByRole('meter', { name: 'Sign-in security' })).toHaveAttribute('aria-valuenow', '75')
  await expect(part(page, 'Authenticator app').getByText('Default')).toBeVisible()

  await toTheCode(page, account)
  await page.getByLabel('Authenticator app code').fill(totp(secret))
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('backup codes: one opens the account once, and new ones end the old ones', async ({
  signedIn: page,
  account,
}) => {
  const { codes } = await addApp(page)
  const [used = '', old = ''] = codes
  await toTheCode(page, account)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(used)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()

  await page.goto('/security')
  await expect(page.getByRole('main').getByText('9 of 10 left.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Renew' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew' }).click()
  await expect(page.getByText('New set')).toBeVisible()
  const fresh = await codesIn(page)
  expect(fresh).toHaveLength(10)
  expect(fresh).not.toContain(old)
  await page.getByLabel('I’ve saved them').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => codesIn(page)).toEqual([])

  await toTheCode(page, account)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(old)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Backup code')).toHaveAccessibleDescription(/Wrong code/)
  await page.getByLabel('Backup code').fill(fresh[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('codes by e-mail and by text message are added, and the last factor takes everything along', async ({
  signedIn: page,
  account,
  outbox,
}) => {
  await page.goto('/security?set-up=email')
  const mail = dialog(page, 'Add e-mail codes')
  await expect(mail.getByText(/Send again in/)).toBeVisible()
  await mail.getByLabel('E-mail code').fill(await outbox.code(account.email))
  const keep = dialog(page, 'Save your backup codes')
  await keep.getByLabel('I’ve saved them').check()
  await keep.getByRole('button', { name: 'Done' }).click()

  const phone = `+3519${Date.now().toString().slice(-8)}`
  await page.getByRole('link', { name: 'Add Text message' }).click()
  const sms = dialog(page, 'Add phone number')
  await sms.getByLabel('Phone number with country code').fill('12')
  await sms.getByRole('button', { name: 'Send code' }).click()
  await expect(sms.getByLabel('Phone number with country code')).toHaveAccessibleDescription(/phone number/)
  await sms.getByLabel('Phone number with country code').fill(phone)
  await sms.getByRole('button', { name: 'Send code' }).click()
  await sms.getByLabel('Text message code').fill(await outbox.code(phone))
  await expect(sms).toBeHidden()

  await page.getByRole('link', { name: 'Manage E-mail code' }).click()
  await dialog(page, 'E-mail code').getByRole('button', { name: 'Remove' }).click()
  const asks = page.getByRole('alertdialog', { name: 'Remove “E-mail code”?' })
  await expect(asks).toContainText('text messages alone are too weak')
  await asks.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('A stolen password is enough to sign in.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Text message' })).toBeVisible()
})

test('the other sessions are ended from here, and are out at once', async ({
  signedIn: page,
  account,
  browser,
}) => {
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto('/sign-in')
  await fillSignIn(other, account)
  await expect(other.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()

  await page.goto('/security')
  await expect(page.getByText('2 active')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out other session' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out other sessions' }).click()
  await expect(page.getByText('1 active')).toBeVisible()
  expect((await other.request.get('/api/v1/user/me/')).status()).toBe(401)
  expect((await page.request.get('/api/v1/user/me/')).status()).toBe(200)
  await elsewhere.close()
})

test('an API key works from a program until it is revoked', async ({
  signedIn: page,
  playwright,
  baseURL,
}) => {
  await page.goto('/security/api-keys')
  await page.getByRole('link', { name: 'Create key' }).click()
  await expect(page).toHaveURL('/security/api-keys?new=1')
  const asks = dialog(page, 'Create API key')
  await asks.getByRole('textbox', { name: 'Name' }).fill('nightly')
  await asks.getByLabel('View conversions').check()
  await asks.getByRole('button', { name: 'Create key' }).click()
  const made = dialog(page, 'Copy key “nightly”')
  const key = (await made.locator('code').textContent()) ?? ''
  const curl = (await made.locator('pre').textContent()) ?? ''
  expect(curl).toContain(`${baseURL}/api/v1/pdf_handler/convert/`)
  expect(curl).toContain(`Authorization: Bearer ${key}`)
  await made.getByLabel('I’ve copied it').check()
  await made.getByRole('button', { name: 'Done' }).click()

  const program = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  })
  expect((await program.get('/api/v1/conversion/')).status()).toBe(200)
  const sent = await program.post('/api/v1/pdf_handler/convert/', {
    multipart: {
      target_format: 'html',
      file: { name: 'report.md', mimeType: 'text/markdown', buffer: Buffer.from('# Report') },
    },
  })
  expect(sent.status()).toBe(202)
  expect((await program.get('/api/v1/user/me/')).status()).toBe(403)

  await page.reload()
  await expect(page.getByRole('row', { name: /nightly/ })).toContainText(
    'Convert: read, write; History: read',
  )
  await page.getByRole('button', { name: 'Revoke nightly' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No API keys yet')).toBeVisible()
  expect((await program.get('/api/v1/conversion/')).status()).toBe(401)
  await program.dispose()
})

test('the log knows what was done, and what was refused', async ({ signedIn: page, account }) => {
  await page.request.post('/api/v1/user/auth/login/', {
    data: { username: account.username, password: 'wrong horse' },
  })
  await addApp(page)
  await page.goto('/security/log')
  await expect(page.getByText('Authenticator app added')).toBeVisible()
  await expect(page.getByText('Account created')).toBeVisible()
  await page.getByRole('radio', { name: 'Failed only' }).click()
  await expect(page).toHaveURL('/security/log?only=failed')
  await expect(page.getByText('Sign-in failed')).toBeVisible()
  await expect(page.getByText('Account created')).toHaveCount(0)
})
