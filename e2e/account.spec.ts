import type { Page } from '@playwright/test'
import { expect, fillSignIn, image, markdown, test, violations } from './fixtures.ts'

test('a newcomer makes an account, signs out, and signs in again to the page they wanted', async ({
  page,
  account,
}) => {
  await page.goto('/sign-up')
  await page.getByLabel('User name').fill(account.username)
  await page.getByLabel('E-mail address').fill(account.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/Overview/)

  await page.getByRole('button', { name: 'Account', exact: true }).click()
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
  await page.getByRole('button', { name: 'Create account' }).click()
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

/**
 * The sign-up confirmed who it is for two hours; a first answer in the service's place stands for
 * the time after them.
 */
const askOnce = async (page: Page, url: string, method: string) => {
  let asked = false
  await page.route(url, (route) => {
    if (asked || route.request().method() !== method) return route.fallback()
    asked = true
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: {
        type: '/problems/step_up_required',
        title: 'Verify your identity',
        status: 403,
        detail: 'Confirm.',
        instance: new URL(route.request().url()).pathname,
        code: 'step_up_required',
        request_id: 'req_1',
        methods_available: ['password'],
      },
    })
  })
}

test.describe('the account page', () => {
  test('saves names and time zone, and takes an image', async ({ signedIn: page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await expect(page).toHaveURL('/account')
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Quay')
    await page.getByLabel('Time zone').click()
    await page.keyboard.type('tokyo')
    await page.getByRole('option', { name: /Tokyo/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('complementary').getByText('Ada Quay').first()).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Time zone')).toContainText('Tokyo')

    await page.getByLabel('Picture').setInputFiles(await image('me.png'))
    // Not the preview of the file itself, but what the service has made of it.
    const shown = page.getByRole('complementary').locator('img[src*="/user/me/avatar/"]')
    await expect(shown).toBeVisible()
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await page.getByLabel('Picture').setInputFiles(markdown('me.png'))
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(shown).toHaveCount(0)
  })

  test('takes a dropped image for itself, and does not convert it', async ({ signedIn: page }) => {
    await page.goto('/account')
    const bytes = (await image('me.png')).buffer.toString('base64')
    const transfer = await page.evaluateHandle((base64) => {
      const given = new DataTransfer()
      given.items.add(
        new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'me.png', { type: 'image/png' }),
      )
      return given
    }, bytes)
    const place = page.locator('[data-drop-zone]')
    await place.dispatchEvent('dragenter', { dataTransfer: transfer })
    await expect(page.getByText('Drop to set as profile picture')).toBeVisible()
    await place.dispatchEvent('drop', { dataTransfer: transfer })
    await expect(page.getByRole('complementary').locator('img')).toBeVisible()
    await expect(page).toHaveURL('/account')
  })

  test('changes the address by a link that was sent there', async ({ signedIn: page, account, outbox }) => {
    const other = `other-${account.email}`
    await page.goto('/account')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByLabel('New address').fill(other)
    await page.getByRole('button', { name: 'Send link', exact: true }).click()
    await expect(page.getByText(/replaces it once/)).toContainText(other)
    await page.goto(await outbox.link(other))
    await expect(page.getByRole('status')).toContainText('is confirmed')
    await page.goto('/account')
    await expect(page.getByText(other)).toBeVisible()
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  })

  test('changes the password', async ({ signedIn: page, account }) => {
    await page.goto('/account')
    await page.getByLabel('Current password').fill('wrong horse')
    await page.getByLabel('New password').fill('a much longer horse')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(/Wrong password/)
    await page.getByLabel('Current password').fill(account.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed.')).toBeVisible()
    await page.request.post('/api/v1/user/auth/logout/')
    await page.goto('/sign-in')
    await fillSignIn(page, { ...account, password: 'a much longer horse' })
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
  })

  test('hands out what is known, after asking who it is where that is long ago', async ({
    signedIn: page,
    account,
  }) => {
    await askOnce(page, '**/api/v1/user/auth/step-up/', 'GET')
    await page.goto('/account')
    await page.getByRole('button', { name: 'Download' }).click()
    const asks = page.getByRole('dialog', { name: 'Verify your identity' })
    await expect(asks.getByLabel('Your password')).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.keyboard.type('wrong horse')
    await page.keyboard.press('Enter')
    await expect(asks.getByLabel('Your password')).toHaveAccessibleDescription(/Wrong password/)
    await asks.getByLabel('Your password').fill(account.password)
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    await expect(asks).toBeHidden()
  })

  test('deletes the account after a while, in which it can be kept', async ({ signedIn: page, account }) => {
    await askOnce(page, '**/api/v1/user/me/', 'DELETE')
    await page.goto('/account')
    await page.getByRole('button', { name: 'Delete account' }).click()
    const asks = page.getByRole('alertdialog')
    await asks.getByRole('textbox').fill(account.username)
    await asks.getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByLabel('Your password')).toBeFocused()
    await expect(asks, 'steps aside').toBeHidden()
    await page.keyboard.type(account.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText('deleted in 14 days')
    await fillSignIn(page, account)
    await expect(page.getByText(/will be deleted on/)).toBeVisible()
    await page.getByRole('button', { name: 'Keep account' }).click()
    await expect(page.getByText(/will be deleted on/)).toBeHidden()
  })
})
