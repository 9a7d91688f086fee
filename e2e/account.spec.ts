import { expect, test } from './fixtures.ts'

test('a newcomer makes an account, signs out, and signs in again to the page they wanted', async ({
  page,
  account,
}) => {
  await page.goto('/sign-up')
  await page.getByLabel('User name').fill(account.username)
  await page.getByLabel('E-mail address').fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Make an account' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/Overview/)

  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: /Sign out/ }).click()
  await expect(page).toHaveURL(/\/sign-in/)

  await page.goto('/')
  await expect(page, 'Overview is for accounts').toHaveURL(/\/(sign-in|convert)/)
  await page.goto('/sign-in?return=%2Fhistory%3Fstatus%3Dfailed')
  await page.getByLabel('E-mail or user name').fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/history?status=failed')
})

test('says what is wrong where it is wrong', async ({ page, account }) => {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail or user name').fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText(/name|password/i)

  await page.request.post('/api/v1/user/auth/signup/', { data: account })
  await page.request.post('/api/v1/user/auth/logout/')
  await page.goto('/sign-up')
  await page.getByLabel('User name').fill(account.username)
  await page.getByLabel('E-mail address').fill(`other-${account.email}`)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Make an account' }).click()
  await expect(page.getByLabel('User name')).toHaveAccessibleDescription(/taken/i)
})

for (const target of ['//evil.example/', 'https://evil.example/', 'javascript:alert(1)', '/\\evil.example']) {
  test(`signing in never leads to ${target}`, async ({ page, account }) => {
    await page.request.post('/api/v1/user/auth/signup/', { data: account })
    await page.request.post('/api/v1/user/auth/logout/')
    await page.goto(`/sign-in?return=${encodeURIComponent(target)}`)
    await page.getByLabel('E-mail or user name').fill(account.username)
    await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
    expect(new URL(page.url()).host).toMatch(/^127\.0\.0\.1/)
  })
}
