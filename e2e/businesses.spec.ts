import type { Locator, Page } from '@playwright/test'
import {
  becomeAdmin,
  invite,
  member,
  openBusiness,
  PHONE,
  paper,
  someone,
  submit,
} from './business-people.ts'
import { expect, records, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'
import { thrown } from './share-links.ts'

// In one worker: the administrator is one account.
test.describe.configure({ mode: 'default' })
test.use({ actionTimeout: 15_000 })

test.afterEach(() => expect(thrown.splice(0), 'unexpected console output').toEqual([]))

const item = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Checklist' }).getByRole('listitem').filter({ hasText: name })

const REQUIRED = ['Certificate of registration', 'Proof of address', 'Proof of identity', 'Tax registration']

async function upload(page: Page, kind: string, name: string) {
  await item(page, kind)
    .locator('input[type=file]')
    .setInputFiles(await paper(name, kind))
  await expect(item(page, kind)).toContainText(name)
  await expect(item(page, kind)).toContainText('Ready to submit')
}

test('a business is created, joined from a phone, sent back by its reviewer for one document, and verified', async ({
  browser,
  outbox,
  account,
}) => {
  test.slow() // three browsers, and every document is scanned
  const reviewer = await someone(browser)
  await becomeAdmin(reviewer.page, outbox)

  const { page: owner, context: office } = await someone(browser)
  const made = await owner.request.post('/api/v1/user/auth/signup/', { data: account })
  expect(made.status()).toBe(201)
  const name = `Harbour ${account.username}`
  await owner.goto('/businesses')
  await owner.getByRole('link', { name: 'Create business' }).click()
  const creation = owner.getByRole('dialog', { name: 'Create business' })
  await creation.getByRole('button', { name: 'Create business' }).click()
  await expect(creation.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name\./)
  await creation.getByLabel('Name').fill(name)
  await creation.getByRole('button', { name: 'Create business' }).click()
  await expect(owner.getByRole('heading', { level: 1, name })).toBeVisible()
  const parts = owner.getByRole('navigation', { name: 'Business sections' })

  await parts.getByRole('link', { name: 'Verification' }).click()
  await expect(item(owner, 'Business details')).toContainText('Missing: Legal name')
  await expect(owner.getByRole('button', { name: /^Submit/ })).toBeDisabled()
  await item(owner, 'Business details').getByRole('link', { name: 'Open profile' }).click()
  await owner.getByLabel('Legal name').fill('Harbour Lettings GmbH')
  await owner.getByLabel('Registration number').fill('HRB 204117')
  await owner.getByLabel('Address line 1').fill('14 Harbour Row')
  await owner.getByLabel('City').fill('Bremen')
  await owner.getByRole('combobox', { name: 'Country' }).click()
  await owner.getByRole('combobox', { name: 'Search: Country' }).fill('germany')
  await owner.getByRole('option', { name: 'Germany' }).click()
  await owner.getByRole('button', { name: 'Save' }).click()
  await expect(owner.getByText('Profile saved')).toBeVisible()

  await parts.getByRole('link', { name: 'Verification' }).click()
  await expect(item(owner, 'Business details')).toContainText('HRB 204117')
  for (const [at, kind] of REQUIRED.entries()) await upload(owner, kind, `paper-${at + 1}.pdf`)
  await owner.getByRole('button', { name: 'Submit 4 documents' }).click()
  await expect(owner.getByText('A reviewer is checking your documents. No action needed.')).toBeVisible()

  const { page: phone, context: pocket, email } = await someone(browser, PHONE)
  await parts.getByRole('link', { name: 'Members' }).click()
  await owner.getByRole('link', { name: 'Invite members' }).click()
  const invites = owner.getByRole('dialog', { name: 'Invite members' })
  await invites.getByLabel('E-mail addresses').fill(email)
  await invites.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(owner.getByText('1 invitation sent.')).toBeVisible()

  await phone.goto(await outbox.invitationLink(email))
  await expect(phone.getByText(name)).toBeVisible()
  await expect(phone.getByText(email)).toBeVisible()
  await phone.getByRole('link', { name: 'Create account to accept' }).tap()
  await expect(phone.getByLabel('E-mail address')).toHaveValue(email)
  await phone.getByLabel('User name').fill(email.split('@')[0] as string)
  await phone.getByLabel('Password', { exact: true }).fill('correct horse')
  await phone.getByRole('button', { name: 'Create account' }).tap()
  await expect(phone.getByText('You’re already a member.')).toBeVisible()
  await phone.getByRole('button', { name: `Open ${name}` }).tap()
  await expect(phone.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(phone).toHaveURL(/\/businesses\/biz_[a-z0-9]{16}\?business=biz_/)

  const { page: desk, context: reviews } = reviewer
  await desk.goto('/admin/businesses')
  await desk.getByRole('searchbox', { name: 'Search businesses' }).fill(name)
  await expect(desk, 'what was typed is searched for').toHaveURL(/q=Harbour/)
  await desk.getByRole('link', { name }).click()
  await desk.getByRole('button', { name: 'Start review' }).click()
  await expect(desk.getByRole('button', { name: 'Start review' })).toBeHidden()
  const decision = (kind: string) => desk.getByRole('radiogroup', { name: `Decision for ${kind}` })
  for (const kind of REQUIRED)
    await decision(kind)
      .getByRole('radio', { name: kind === 'Proof of address' ? 'Reject' : 'Accept' })
      .check()
  await desk.getByRole('button', { name: 'Reject 1 document' }).click()
  const reason = desk.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toHaveAccessibleDescription(/Enter a reason\./)
  await reason.fill('The bill is of another street.')
  await desk.getByRole('button', { name: 'Reject 1 document' }).click()
  await expect(desk.getByText('Verification rejected.')).toBeVisible()

  await parts.getByRole('link', { name: 'Verification' }).click()
  await owner.reload()
  await expect(item(owner, 'Proof of address')).toContainText('The bill is of another street.')
  await expect(owner.getByText('Replace 1 document. Accepted documents stay accepted.')).toBeVisible()
  await expect(owner.getByRole('region', { name: 'Checklist' }).locator('input[type=file]')).toHaveCount(1)
  await upload(owner, 'Proof of address', 'bill-june.pdf')
  await owner.getByRole('button', { name: 'Resubmit 1 document' }).click()
  await expect(owner.getByText('A reviewer is checking your documents. No action needed.')).toBeVisible()

  await desk.reload()
  await decision('Proof of address').getByRole('radio', { name: 'Accept' }).check()
  await expect(desk.getByRole('radiogroup', { name: /^Decision for/ }), 'the rest is decided').toHaveCount(1)
  await desk.getByRole('button', { name: 'Approve and verify' }).click()
  await expect(desk.getByText(`${name} verified.`)).toBeVisible()

  await owner.reload()
  await expect(owner.getByText('The business is verified.')).toBeVisible()
  await phone.goto('/businesses')
  await expect(phone.getByRole('row').filter({ hasText: name })).toContainText('Verified')
  for (const context of [office, pocket, reviews]) await context.close()
})

/** To another account by the keyboard: G, then B, a part of its name, Enter. */
async function switchTo(page: Page, name: string) {
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(page.getByPlaceholder('Switch account')).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(account(page, name)).toBeVisible()
}
const account = (page: Page, name: string) =>
  page.getByRole('button', { name: `Account: ${name}. Switch`, exact: true })
const file = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a tab acts for a business by the keyboard; the tab beside it for oneself, and a copied link for the business', async ({
  signedIn: owner,
  account: { username },
  browser,
  outbox,
}) => {
  const name = `Quay ${username}`
  const business = await openBusiness(owner, name)
  const ana = await member(browser, owner, outbox, { business, role: 'employee', name: 'Ana Ruiz' })
  await ana.page.goto('/storage')
  await expect(account(ana.page, 'Ana Ruiz')).toBeVisible()
  await switchTo(ana.page, name)
  await expect(ana.page).toHaveURL(`/storage?business=${business}`)
  const [asks] = await Promise.all([
    ana.page.waitForEvent('filechooser'),
    ana.page.getByRole('button', { name: 'Upload' }).first().click(),
  ])
  await asks.setFiles(records('tides.json'))
  await expect(file(ana.page, 'tides.json')).toBeVisible()

  const beside = await ana.context.newPage()
  await beside.goto('/storage')
  await expect(file(beside, 'tides.json'), 'a new tab begins with the account used last').toBeVisible()
  await switchTo(beside, 'Ana Ruiz')
  await expect(beside).toHaveURL('/storage')
  await expect(beside.getByRole('heading', { name: 'No files yet' })).toBeVisible()
  await ana.page.reload()
  await expect(account(ana.page, name), 'the first tab keeps its own').toBeVisible()
  await expect(file(ana.page, 'tides.json')).toBeVisible()

  await owner.goto('/storage')
  await expect(account(owner, username)).toBeVisible()
  await expect(owner.getByRole('heading', { name: 'No files yet' })).toBeVisible()
  await owner.goto(ana.page.url())
  await expect(account(owner, name)).toBeVisible()
  await expect(file(owner, 'tides.json')).toContainText('by Ana Ruiz')
  await ana.context.close()
})

test('a role is changed in its row and undone; a viewer is told in words what the role does not include', async ({
  signedIn: owner,
  account: { username },
  browser,
  outbox,
}) => {
  const business = await openBusiness(owner, `Pier ${username}`)
  const ana = await member(browser, owner, outbox, { business, role: 'employee', name: 'Ana Ruiz' })
  await owner.goto(`/businesses/${business}/members`)
  const role = owner.getByRole('combobox', { name: 'Role of Ana Ruiz' })
  const change = async () => {
    await role.click()
    await owner.getByRole('option', { name: 'Viewer' }).click()
    await expect(owner.getByText('Ana Ruiz is now Viewer.')).toBeVisible()
  }
  await expect(role).toContainText('Employee')
  await change()
  await owner.getByRole('button', { name: 'Undo' }).click()
  await expect(role).toContainText('Employee')
  await owner.reload()
  await expect(role, 'the undo was saved').toContainText('Employee')
  await change()

  await ana.page.goto(`/businesses/${business}/members`)
  await expect(ana.page.getByRole('rowgroup', { name: 'Business members' })).toContainText(username)
  await expect(ana.page.getByRole('link', { name: 'Invite members' })).toHaveCount(0)
  await expect(ana.page.getByRole('combobox', { name: /^Role of/ })).toHaveCount(0)
  await expect(ana.page.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
  await ana.page.goto(`/businesses/${business}/audit`)
  await expect(ana.page.getByRole('heading', { name: 'Your role doesn’t include this' })).toBeVisible()
  await expect(ana.page.getByText('Ask an owner or admin of the business for access.')).toBeVisible()
  await ana.context.close()
})

const LONG = 'Harbour-and-Riverside-Lettings-and-Maintenance-of-the-Northern-Quays'
const INVITED = 'somebody@mail.example'

/** The pages of businesses, each with what stands on it once all of it is there. */
function pagesOf(page: Page, business: string): [path: string, there: Locator][] {
  const tab = (name = '') => `/businesses/${business}${name}`
  const title = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
  const cell = (text: string) => page.getByRole('cell').filter({ hasText: text }).first()
  return [
    ['/businesses', cell(LONG)],
    [tab(), title('About')],
    [tab('/profile'), page.getByLabel('Country')],
    [tab('/verification'), item(page, 'Tax registration')],
    [tab('/members'), cell('@mail.example')],
    [tab('/members?list=invitations'), cell(INVITED)],
    [tab('/members?dialog=invite'), page.getByRole('dialog').getByLabel('E-mail addresses')],
    [tab('/roles'), title('Permissions')],
    [tab('/policies'), title('Buying credits')],
    [tab('/api-keys'), page.getByRole('main').locator('pre')],
    [tab('/audit'), cell('Verification submitted')],
    ['/admin/businesses?sort=newest', cell(LONG)],
    [
      `/admin/businesses/${business}`,
      page.getByRole('img', { name: 'Page 1', exact: true }).locator('canvas'),
    ],
  ]
}

for (const { width, theme: colorScheme } of looks(320, 1280))
  test(`can be used by everyone: ${colorScheme}, ${width} px`, async ({ page, outbox }) => {
    test.slow() // thirteen pages
    await becomeAdmin(page, outbox)
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    const business = await openBusiness(page, LONG, {
      legal_name: LONG,
      registration_number: 'HRB 204117',
      address_line1: '14 Harbour Row',
      city: 'Bremen',
      country: 'DE',
    })
    await submit(page, business)
    await invite(page, business, INVITED, 'viewer')
    for (const [path, there] of pagesOf(page, business)) {
      await page.goto(path)
      await expect(there, path).toBeVisible()
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(over, `${path}: nothing stands out at the side`).toBeLessThanOrEqual(0)
      expect.soft(await violations(page), path).toEqual([])
    }
  })
