import type { Page } from '@playwright/test'
import type { SigningSession } from '../contract/signing.ts'
import { expect, realDocument, type TestFile, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'
import { lease, linked } from './pdf-files.ts'

const SESSIONS = '/api/v1/pdf_handler/signing/sessions/'

const session = async (page: Page): Promise<SigningSession> => {
  const id = /\/signing\/([0-9a-f-]{36})/.exec(page.url())?.[1]
  return (await page.request.get(`${SESSIONS}${id}/`)).json()
}
/** The draft as the service has it, once it is what is expected. */
const kept = (page: Page, pick: (draft: SigningSession) => unknown) =>
  expect.poll(async () => pick(await session(page)), { message: 'what is kept of the draft' })

/** A draft of this file on the desk. */
async function desk(page: Page, file: TestFile) {
  const sent = await page.request.post('/api/v1/user/storage/files/upload/', { multipart: { file } })
  const { id } = await sent.json()
  await page.goto(`/signing/new?file=${id}`)
  await expect(page).toHaveURL(/\/signing\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('button', { name: 'Next: message' })).toBeVisible()
  if ((page.viewportSize()?.width ?? 0) > 1024) await expect(layer(page)).toBeAttached()
}

async function add(page: Page, name: string, email: string, role?: string) {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add recipient' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('E-mail').fill(email)
  if (role) {
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: new RegExp(`^${role}`) }).click()
  }
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog).toHaveCount(0)
}

const kind = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Fields' }).getByRole('button', { name: new RegExp(`^${name}`) })
const layer = (page: Page, number = 1) => page.getByRole('group', { name: `Fields of page ${number}` })
const fieldOf = (page: Page, name: string) => layer(page).getByRole('button', { name })

test('a document of another kind becomes a PDF, is made ready by pointer, and goes out to those whose turn is first', async ({
  signedIn: page,
  outbox,
  account,
}) => {
  await page.goto('/signing')
  await page.getByRole('link', { name: 'New signature request' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(realDocument())
  await expect(page).toHaveURL(/\/signing\/[0-9a-f-]{36}$/, { timeout: 60_000 })
  await expect(layer(page)).toBeAttached()

  const [ana, tom, joel] = ['ana', 'tom', 'joel'].map((name) => `${name}.${account.email}`) as [
    string,
    string,
    string,
  ]
  await add(page, 'Ana Ruiz', ana)
  await add(page, 'Tom Beckett', tom)
  await add(page, 'Joel Strand', joel, 'Copy')
  await page.getByRole('button', { name: 'Order' }).click()
  await page.getByRole('menuitem', { name: 'One after another' }).click()
  await expect(page.getByText('when signed')).toBeVisible()

  // A press puts one there as large as it mostly is; a drag as large as it is drawn.
  await page.getByRole('button', { name: 'Ana Ruiz', exact: true }).click()
  await kind(page, 'Signature').click()
  const box = (await layer(page).boundingBox())!
  await page.mouse.click(box.x + 180, box.y + 160)
  const signature = fieldOf(page, 'Signature of Ana Ruiz, page 1, required')
  await expect(signature).toBeFocused()
  await kind(page, 'Text').click()
  await page.mouse.move(box.x + 60, box.y + 260)
  await page.mouse.down()
  await page.mouse.move(box.x + 260, box.y + 300, { steps: 4 })
  await page.mouse.up()
  await kept(page, ({ fields }) => fields.map((field) => field.kind)).toEqual(['signature', 'text'])

  // From the palette onto the page.
  await page.getByRole('button', { name: 'Tom Beckett', exact: true }).click()
  await kind(page, 'Signature').hover()
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 380, { steps: 6 })
  await page.mouse.move(box.x + 220, box.y + 400, { steps: 3 })
  await page.mouse.up()
  await expect(fieldOf(page, 'Signature of Tom Beckett, page 1, required')).toBeVisible()
  await expect(page.getByText('Every signer has a signature field.')).toBeVisible()

  await page.getByLabel('Title').fill('Lease, Unit 4')
  await page.getByRole('button', { name: 'Next: message' }).click()
  const send = page.getByRole('dialog', { name: 'Send “Lease, Unit 4”' })
  await send.getByLabel('Message').fill('Please sign by Friday.')
  await expect(send).toContainText('Sent now toAna Ruiz')
  // Twice is once.
  await send.getByRole('button', { name: 'Send' }).dblclick()
  await expect(page.getByText('Sent to Ana Ruiz')).toBeVisible()
  await kept(page, ({ state }) => state).toBe('open')
  const link = await outbox.signingLink(ana)
  const view = await page.request.get(`/api/v1/pdf_handler/signing${new URL(link).pathname}/`)
  expect(await view.json()).toMatchObject({ title: 'Lease, Unit 4', message: 'Please sign by Friday.' })
  const { recipients } = await session(page)
  expect(recipients.map(({ state }) => state)).toEqual(['invited', 'waiting', 'waiting'])
})

test('is made ready with the keyboard alone', async ({ signedIn: page }) => {
  const { keyboard } = page
  await desk(page, await lease())
  await page.getByRole('button', { name: 'Add', exact: true }).focus()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await keyboard.type('Ana Ruiz')
  await keyboard.press('Tab')
  await keyboard.type('ana@mail.example')
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Ana Ruiz', exact: true })).toBeVisible()

  await page.getByRole('region', { name: 'lease.pdf' }).focus()
  await keyboard.press('s')
  const signature = fieldOf(page, 'Signature of Ana Ruiz, page 1, required')
  await expect(signature).toBeFocused()
  await kept(page, ({ fields }) => fields.length).toBe(1)
  const rectOf = async () => (await session(page)).fields[0]!.places[0]!.rect
  const before = await rectOf()
  await keyboard.press('ArrowRight')
  await keyboard.press('Shift+ArrowUp')
  await keyboard.press('Alt+ArrowDown')
  await kept(page, ({ fields }) => fields[0]?.places[0]?.rect.height).toBeCloseTo(before.height + 6, 0)
  const after = await rectOf()
  expect(after.x).toBeCloseTo(before.x + 6, 1)
  expect(after.y + after.height).toBeCloseTo(before.y + before.height + 1, 1)

  // N is a name here, and no next page; the next field comes under what is there.
  await keyboard.press('n')
  await expect(fieldOf(page, 'Name of Ana Ruiz, page 1, required')).toBeFocused()
  await keyboard.press('Control+d')
  await kept(page, ({ fields }) => fields.map(({ kind }) => kind)).toEqual(['signature', 'name', 'name'])
  await keyboard.press('Delete')
  await kept(page, ({ fields }) => fields.length).toBe(2)
  await keyboard.press('Control+z')
  await kept(page, ({ fields }) => fields.length).toBe(3)
  await keyboard.press('Control+Shift+z')
  await kept(page, ({ fields }) => fields.length).toBe(2)
})

test('takes the fields of the PDF’s own form, and each recipient is seen as they will see it', async ({
  signedIn: page,
}) => {
  await desk(page, await lease())
  await add(page, 'Ana Ruiz', 'ana@mail.example')
  await add(page, 'Joel Strand', 'joel@mail.example', 'Approver')
  await expect(page.getByText('Found 5 form fields in the PDF.')).toBeVisible()
  await page.getByRole('button', { name: 'Add as fields' }).click()
  await expect(page.getByText(/Found \d form field/)).toHaveCount(0)
  await kept(page, ({ fields }) =>
    fields.map(({ kind, label, required }) => [kind, label, required]),
  ).toEqual([
    ['text', 'name', true],
    ['date', 'move_in', false],
    ['checkbox', 'read', false],
    ['radio', 'paid', false],
    ['choice', 'rooms', false],
  ])
  const { fields } = await session(page)
  // As the form's own border lies about it.
  expect(fields[0]?.places[0]?.rect).toEqual({ x: 71.5, y: 679.5, width: 251, height: 23 })
  expect(fields[3]?.places.map(({ option }) => option)).toEqual(['monthly', 'yearly'])

  await page.getByRole('button', { name: 'Preview as' }).click()
  await page.getByRole('menuitem', { name: 'Ana Ruiz' }).click()
  await expect(page.getByText('5 to complete')).toBeVisible()
  await page.getByRole('button', { name: 'Next field' }).click()
  await expect(page.getByText('1 of 5: name')).toBeVisible()
  await page.getByRole('button', { name: 'Close preview' }).click()
  await page.getByRole('button', { name: 'Preview as' }).click()
  await page.getByRole('menuitem', { name: 'Joel Strand' }).click()
  await expect(page.getByText('Approves or declines. Has no fields to complete.')).toBeVisible()
})

test('a field stands where it was put, on a page that is turned and cut as well', async ({
  signedIn: page,
}) => {
  await desk(page, await linked())
  await add(page, 'Ana Ruiz', 'ana@mail.example')
  for (const number of [2, 3]) {
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText(`Page ${number} of 6`)).toBeVisible()
    await page.getByRole('region', { name: 'linked.pdf' }).focus()
    await page.keyboard.press('t')
    await expect(layer(page, number).getByRole('button', { name: /^Text of Ana Ruiz/ })).toBeFocused()
  }
  await kept(page, ({ fields }) => fields.map(({ places }) => places[0]?.page)).toEqual([2, 3])
  const [cut, turned] = (await session(page)).fields.map(({ places }) => places[0]!.rect)
  // The second page is seen from 20, 40 on, 300 by 400 points of it.
  expect(cut!.x).toBeGreaterThanOrEqual(20)
  expect(cut!.x + cut!.width).toBeLessThanOrEqual(320.01)
  // The third is turned by a quarter: what is wide to a reader is high in the page's own space.
  expect(turned!.height).toBeCloseTo(150, 0)
  expect(turned!.width).toBeCloseTo(24, 0)
})

test('loses nothing on leaving, offline, or to another tab', async ({ signedIn: page, context }) => {
  await desk(page, await lease())
  await add(page, 'Ana Ruiz', 'ana@mail.example')
  await page.getByLabel('Title').fill('Lease of Harbour Row')
  // Left at once for another page of the dashboard.
  await page.getByRole('link', { name: 'Storage', exact: true }).click()
  await expect(page).toHaveURL(/\/storage$/)
  await page.goBack()
  await expect(page.getByLabel('Title')).toHaveValue('Lease of Harbour Row')

  await context.setOffline(true)
  await page.getByLabel('Title').fill('Lease of 14 Harbour Row')
  await expect(page.getByText(/Your last changes aren’t saved yet/)).toBeVisible()
  await context.setOffline(false)
  await kept(page, ({ title }) => title).toBe('Lease of 14 Harbour Row')
  await expect(page.getByText(/Your last changes aren’t saved yet/)).toHaveCount(0)

  // It is changed elsewhere while this tab has unsaved changes.
  const { id } = await session(page)
  await context.setOffline(true)
  await page.getByLabel('Title').fill('Mine')
  await expect(page.getByText(/Your last changes aren’t saved yet/)).toBeVisible()
  const changed = await page.request.patch(`${SESSIONS}${id}/`, { data: { title: 'Theirs' } })
  expect(changed.status()).toBe(200)
  await context.setOffline(false)
  await expect(page.getByText('This draft was changed in another tab or by another person.')).toBeVisible()
  expect((await session(page)).title).toBe('Theirs')
  await page.getByRole('button', { name: 'Keep my version' }).click()
  await kept(page, ({ title }) => title).toBe('Mine')
})

test('recipients are ordered by dragging, and by the menu', async ({ signedIn: page }) => {
  await desk(page, await lease())
  for (const name of ['Ana', 'Tom', 'Ines']) await add(page, name, `${name.toLowerCase()}@mail.example`)
  const groups = ({ recipients }: SigningSession) => recipients.map(({ name, group }) => `${name} ${group}`)
  await kept(page, groups).toEqual(['Ana 1', 'Tom 1', 'Ines 1'])
  await page.getByRole('button', { name: 'More for Ines' }).click()
  await page.getByRole('menuitem', { name: 'Move later' }).click()
  await kept(page, groups).toEqual(['Ana 1', 'Tom 1', 'Ines 2'])
  const grip = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: `${name.toLowerCase()}@` })
      .locator('.cursor-grab')
  await grip('Ana').dragTo(page.getByRole('listitem').filter({ hasText: 'ines@' }))
  await kept(page, groups).toEqual(['Tom 1', 'Ana 2', 'Ines 2'])
})

test('says what is wrong with a recipient, and asks before their fields are removed', async ({
  signedIn: page,
}) => {
  await desk(page, await lease())
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add recipient' })
  await dialog.getByLabel('E-mail').fill('nowhere')
  await dialog.getByRole('combobox', { name: 'Verification' }).click()
  await page.getByRole('option', { name: /^Access code/ }).click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription('Enter a name.')
  await expect(dialog.getByLabel('E-mail')).toHaveAccessibleDescription(
    'Enter a complete e-mail address, such as name@example.org.',
  )
  await expect(dialog.getByLabel('Access code', { exact: true })).toHaveAccessibleDescription(
    'At least 4 characters.',
  )
  await dialog.getByLabel('Name').fill('Ana')
  await dialog.getByLabel('E-mail').fill('ana@mail.example')
  await dialog.getByLabel('Access code', { exact: true }).fill('harbour')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await kept(page, ({ recipients }) => recipients[0]?.access).toBe('code')

  // The code is kept, and never shown again.
  await page.reload()
  await page.getByRole('button', { name: 'More for Ana' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const change = page.getByRole('dialog', { name: 'Edit Ana' })
  await expect(change.getByLabel('Access code', { exact: true })).toHaveValue('')
  await change.getByLabel('Name').fill('Ana Ruiz')
  await change.getByRole('button', { name: 'Save' }).click()
  await kept(page, ({ recipients }) => recipients[0]?.name).toBe('Ana Ruiz')

  await page.keyboard.press('s')
  await kept(page, ({ fields }) => fields.length).toBe(1)
  await page.getByRole('button', { name: 'More for Ana Ruiz' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const asks = page.getByRole('alertdialog', { name: 'Remove Ana Ruiz?' })
  await expect(asks).toContainText('This also removes 1 field from the pages.')
  await asks.getByRole('button', { name: 'Remove' }).click()
  await kept(page, ({ recipients, fields }) => [recipients.length, fields.length]).toEqual([0, 0])
})

test('a file that cannot be signed is refused with its reason, and another can be chosen', async ({
  signedIn: page,
}) => {
  const damaged = {
    name: 'torn.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(`%PDF-1.7\n${'nothing\n'.repeat(50)}`),
  }
  await page.goto('/signing/new')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles(damaged)
  await expect(page.getByRole('alert')).toContainText('The file could not be added.')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

for (const { width, theme: scheme } of looks(320, 1280))
  test(`has nothing against it at ${width} px, ${scheme}`, async ({ signedIn: page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 800 })
    await desk(page, await lease())
    const people = page.getByRole('radio', { name: /^Recipients/ })
    if (width < 1024) await people.check()
    await add(
      page,
      'Ana Ruiz Calderón de la Barca y Henao de la Torre',
      'a-rather-long-address-of-hers@a-rather-long-host.example',
    )
    expect(await violations(page)).toEqual([])
    if (width < 1024) await page.getByRole('radio', { name: 'Fields' }).check()
    await page.getByRole('button', { name: 'Add as fields' }).click()
    await kind(page, 'Signature').focus()
    await page.keyboard.press('Enter')
    await expect(layer(page).getByRole('button', { name: /^Signature of Ana/ })).toBeFocused()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: 'Next: message' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
