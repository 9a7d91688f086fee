import type { Page } from '@playwright/test'
import { addApp, expect, fillSignIn, test, totp, violations } from './fixtures.ts'
import { looks } from './looks.ts'

const code = (page: Page) => page.getByLabel('Authenticator app code')

test('a second factor is asked for, said to be wrong where it was typed, and leads on to the page that was wanted', async ({
  signedIn: page,
  account,
}) => {
  const { secret } = await addApp(page)
  await page.request.post('/api/v1/user/auth/logout/')
  await page.goto('/sign-in?return=%2Fhistory%3Fstatus%3Dfailed')
  await fillSignIn(page, account)
  await expect(page).toHaveURL(/\/sign-in\/code\?return=/)
  await expect(code(page)).toBeFocused()
  await expect(page.getByRole('timer')).toContainText(/Expires in (9|10):\d\d/)

  await page.keyboard.type('000000')
  await expect(code(page)).toHaveAccessibleDescription(/4 attempts left/)
  await expect(code(page)).toBeFocused()
  await page.reload()
  await page.getByRole('checkbox', { name: 'Trust this device for 30 days' }).check()
  await code(page).fill(totp(secret))
  await expect(page).toHaveURL('/history?status=failed')

  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: /Sign out/ }).click()
  await fillSignIn(page, account)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 }), 'a trusted device').toBeVisible()
})

test('a code comes by mail, and a backup code works once', async ({ signedIn: page, account, outbox }) => {
  const mfa = '/auth/api/v1/social/mfa/setup/email/'
  await page.request.post(mfa)
  const confirmed = await page.request.post(`${mfa}confirm/`, {
    data: { code: await outbox.code(account.email) },
  })
  const [backup] = (await confirmed.json()).backup_codes.codes
  const signIn = async () => {
    await page.request.post('/api/v1/user/auth/logout/')
    await page.goto('/sign-in')
    await fillSignIn(page, account)
  }
  await signIn()
  await expect(page.getByText(/Send again in/)).toBeVisible()
  await page.getByLabel('E-mail code').fill(await outbox.code(account.email))
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()

  await signIn()
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(backup.toLowerCase())
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()

  await signIn()
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByLabel('Backup code').fill(backup)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Backup code')).toHaveAccessibleDescription(/4 attempts left/)
})

test('five wrong codes lead back to the beginning', async ({ signedIn: page, account }) => {
  await addApp(page)
  await page.request.post('/api/v1/user/auth/logout/')
  await page.goto('/sign-in')
  await fillSignIn(page, account)
  for (const left of ['4 attempts', '3 attempts', '2 attempts', '1 attempt']) {
    await code(page).fill('000000')
    await expect(code(page)).toHaveAccessibleDescription(new RegExp(`${left} left`))
  }
  await code(page).fill('000000')
  await expect(page.getByRole('status')).toContainText('Too many wrong codes')
  await expect(page).toHaveURL('/sign-in')
})

test('the code step, alone, leads to its beginning and keeps the way back', async ({ page }) => {
  await page.goto('/sign-in/code?return=%2Fhistory')
  await expect(page).toHaveURL('/sign-in?return=%2Fhistory')
})

for (const { theme, width } of looks(360, 1280)) {
  test(`axe has nothing against the code step, ${theme}, ${width} px`, async ({
    signedIn: page,
    account,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    await addApp(page)
    await page.request.post('/api/v1/user/auth/logout/')
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/sign-in')
    await fillSignIn(page, account)
    await expect(code(page)).toBeVisible()
    expect(await violations(page)).toEqual([])
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wide).toBe(0)
  })
}

test('a forgotten password is replaced by its link, once', async ({ signedIn: page, account, outbox }) => {
  await outbox.link(account.email) // the one that confirms the address
  await page.request.post('/api/v1/user/auth/logout/')
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('E-mail address').fill(account.email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText(/we sent it a reset link/)).toBeVisible()

  const link = await outbox.link(account.email)
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill('password1')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/breaches/)
  await page.getByLabel('Password', { exact: true }).fill('a quite different horse')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('status')).toContainText('Your password was changed')
  await fillSignIn(page, { ...account, password: 'a quite different horse' })
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()

  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill('yet another horse')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('alert')).toContainText('already used or has expired')
})

test('an address is confirmed by its link, and a new one can be had', async ({
  signedIn: page,
  account,
  outbox,
}) => {
  await page.goto('/verify-email#token=nothing-that-was-sent')
  await expect(page.getByRole('alert')).toContainText('already used or has expired')
  await outbox.link(account.email)
  await page.getByRole('button', { name: 'Send new link' }).click()
  await expect(page.getByRole('status')).toContainText(account.email)
  await page.goto(await outbox.link(account.email))
  await expect(page.getByRole('status')).toContainText('is confirmed')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.goto('/account')
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
})

test('who has an account at a provider signs in there, and connects it or not as they like', async ({
  page,
  account,
}) => {
  const atProvider = async () => {
    await page.locator('input[name=login]').fill(account.username)
    await page.locator('input[name=password]').fill('any')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /continue/i }).click()
  }
  await page.goto('/sign-in?return=%2Fhistory')
  await page.getByRole('button', { name: 'Google' }).click()
  await atProvider()
  await expect(page).toHaveURL('/history')
  await page.goto('/account')
  const connected = page.locator('section', { hasText: 'Connected sign-ins' })
  await connected.getByRole('button', { name: 'Disconnect' }).click()
  const asks = page.getByRole('alertdialog')
  await asks.getByRole('button', { name: 'Disconnect' }).click()
  await expect(asks.getByRole('alert')).toContainText('Set a password first')
  await asks.getByRole('button', { name: 'Keep' }).click()

  await page.getByLabel('New password').fill('a first password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password set.')).toBeVisible()
  await connected.getByRole('button', { name: 'Disconnect' }).click()
  await asks.getByRole('button', { name: 'Disconnect' }).click()
  await expect(connected.getByText('Not connected')).toBeVisible()
  await connected.getByRole('button', { name: 'Connect' }).click()
  // Signed in there already, so the provider sends the browser back at once.
  await expect(connected.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  await expect(page).toHaveURL('/account')
})
