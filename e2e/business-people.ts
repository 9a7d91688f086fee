import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import type { Browser, Page } from '@playwright/test'
import { REQUIRED_DOCUMENTS } from '../contract/business-states.ts'
import type { Outbox } from '../tests/contract/outbox.ts'
import { expect, type TestFile } from './fixtures.ts'
import { thrown } from './share-links.ts'

const BUSINESSES = '/auth/api/v1/business/'
const MEMBERS = (business: string) => `/auth/api/v1/businesses/${business}/users/`
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** The administrator, whom `e2e/serve.ts` names. */
const ADMIN = { username: 'instance-admin', email: 'instance-admin@mail.example', password: 'correct horse' }

let people = 0
const address = (name: string) =>
  `${name}${Date.now().toString(36)}${process.pid}x${++people}@mail.example`.toLowerCase()

/** A browser of somebody's own, whose console is watched as well. */
export async function someone(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  context.on('weberror', (error) => thrown.push(String(error.error())))
  context.on('console', (message) => {
    const expected = message.text().startsWith('Failed to load resource') // the browser's own word for a 4xx
    if (['error', 'warning'].includes(message.type()) && !expected) thrown.push(message.text())
  })
  return { context, page: await context.newPage(), email: address('biz') }
}

/** Signs in the administrator of the instance. */
export async function becomeAdmin(page: Page, outbox: Outbox): Promise<void> {
  const { username, password } = ADMIN
  const made = await page.request.post('/api/v1/user/auth/signup/', { data: ADMIN })
  if (made.status() !== 201) {
    const signedIn = await page.request.post('/api/v1/user/auth/login/', { data: { username, password } })
    expect(signedIn.status()).toBe(200)
  } else if (!(await isAdmin(page))) {
    // The one whom the operator named shows first that the address is theirs.
    await page.goto(await outbox.link(ADMIN.email))
    await expect(page.getByText(/is confirmed/).first()).toBeVisible()
  }
  // Another worker may have made the account, and be about to confirm it.
  await expect.poll(() => isAdmin(page)).toBe(true)
}

const isAdmin = async (page: Page): Promise<boolean> =>
  (await (await page.request.get('/api/v1/user/me/')).json()).is_admin

/** A document for a verification. */
export async function paper(name: string, words: string): Promise<TestFile> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage([595, 842]).drawText(words, { x: 72, y: 760, size: 18, font })
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

/** A business of the signed-in person's. @returns its `biz_…` */
export async function openBusiness(owner: Page, name: string, profile: object = {}): Promise<string> {
  const made = await owner.request.post(BUSINESSES, { data: { name, ...profile } })
  expect(made.status(), await made.text()).toBe(201)
  return (await made.json()).business_id
}

export async function invite(owner: Page, business: string, email: string, role: string): Promise<void> {
  const sent = await owner.request.post(`${MEMBERS(business)}invite/`, { data: { email, role } })
  expect(sent.status(), await sent.text()).toBe(201)
}

/** Somebody with a browser and an account of their own who is a member. */
export async function member(
  browser: Browser,
  owner: Page,
  outbox: Outbox,
  { business, role, name }: { business: string; role: string; name: string },
) {
  const one = await someone(browser)
  await invite(owner, business, one.email, role)
  const token = new URL(await outbox.invitationLink(one.email)).hash.slice('#token='.length)
  const made = await one.page.request.post('/api/v1/user/auth/signup/', {
    data: {
      username: one.email.split('@')[0],
      email: one.email,
      password: 'correct horse',
      invitation: token,
    },
  })
  expect(made.status(), await made.text()).toBe(201)
  const named = await one.page.request.patch('/api/v1/user/me/', { data: { first_name: name } })
  expect(named.status(), await named.text()).toBe(200)
  return one
}

/** Uploads what a verification asks for, and submits it. */
export async function submit(owner: Page, business: string): Promise<void> {
  const at = `/auth/api/v1/businesses/${business}/`
  for (const kind of REQUIRED_DOCUMENTS) {
    const added = await owner.request.post(`${at}documents/`, {
      multipart: { kind, file: await paper(`${kind}.pdf`, kind) },
    })
    expect(added.status(), await added.text()).toBe(201)
  }
  const submitted = await owner.request.post(`${at}submit-verification/`, { data: {} })
  expect(submitted.status(), await submitted.text()).toBe(200)
}
