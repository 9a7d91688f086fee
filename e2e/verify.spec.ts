import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test, violations } from './fixtures.ts'
import { looks } from './looks.ts'
import { sealedBy, sealer, signedHere, somePages } from './sealed.ts'

const open = async (page: Page) => {
  await page.goto('/verify')
  await expect(page.getByRole('heading', { name: 'Verify a signed file', level: 1 })).toBeVisible()
}
const give = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
const outcome = (page: Page) => page.getByRole('heading', { level: 2 }).first()

/** As though this instance had sealed it: its own key is nobody's to seal with. */
const sealIs = (page: Page, fingerprint: string) =>
  page.route('**/signing/seal/', async (route) => {
    const response = await route.fetch()
    const seal = { ...(await response.json()), fingerprint_sha256: fingerprint }
    await route.fulfill({ response, json: seal })
  })

const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex')

test('anyone can verify a file, and nothing of it but its hash leaves the device', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.postData() !== null) sent.push(`${new URL(request.url()).pathname} ${request.postData()}`)
  })
  const identity = await sealer('files.example')
  const sealed = await sealedBy(identity, await somePages())
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Verify a signed file' }).click()
  await open(page)

  await give(page, 'contract.pdf', sealed)
  await expect(outcome(page)).toHaveText('Unchanged')
  await expect(page.getByText(/The signer isn’t known to this server/)).toContainText('files.example')

  const changed = Buffer.from(sealed)
  changed[300] = (changed[300] ?? 0) ^ 1
  await give(page, 'contract.pdf', changed)
  await expect(outcome(page)).toHaveText('Changed')
  const added = Buffer.concat([sealed, Buffer.from('\n%more\nstartxref\n0\n%%EOF\n')])
  await give(page, 'contract.pdf', added)
  await expect(outcome(page)).toHaveText('Content added')
  await give(page, 'plain.pdf', Buffer.from(await somePages()))
  await expect(outcome(page)).toHaveText('No signature found')
  await give(page, 'note.pdf', Buffer.from('# words'))
  await expect(outcome(page)).toHaveText('Not a PDF')
  const hash = (file: Buffer) =>
    `/api/v1/pdf_handler/signing/verify/ ${JSON.stringify({ sha256: hashOf(file) })}`
  expect(sent).toEqual([hash(sealed), hash(changed), hash(added)])
})

test('a file that was signed here has a record until its signature request is deleted', async ({
  signedIn: owner,
  outbox,
  browser,
}) => {
  const { file, session } = await signedHere(owner, outbox)
  const page = await (await browser.newContext()).newPage()
  await open(page)
  await give(page, 'lease.pdf', file)
  await expect(outcome(page)).toHaveText('Unchanged')
  await expect(page.getByText(/^Sealed by this server as/)).toBeVisible()
  const known = page.getByRole('region', { name: 'Records on this server' })
  await expect(known.getByText('This exact file was sealed on this server.')).toBeVisible()
  await expect(known.getByText(session)).toBeVisible()
  await expect(known.getByText('2 people')).toBeVisible()
  await expect(known.getByText('Intact')).toBeVisible()
  await known.getByText('What was sent to the server').click()
  await expect(known.getByText(hashOf(file))).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 800 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)

  const removed = await owner.request.delete(`/api/v1/pdf_handler/signing/sessions/${session}/`)
  expect(removed.status()).toBe(204)
  await give(page, 'lease.pdf', file)
  await expect(known.getByText(/^No record found/)).toBeVisible()
  await expect(outcome(page)).toHaveText('Unchanged')
})

test('the verdict does not depend on the server', async ({ page }) => {
  const sealed = await sealedBy(await sealer('files.example'), await somePages())
  await page.route('**/signing/verify/', (route) => route.abort())
  await open(page)
  await give(page, 'contract.pdf', sealed)
  await expect(outcome(page)).toHaveText('Unchanged')
  await expect(page.getByText(/^The server can’t be reached/)).toBeVisible()
})

test('the server’s own seal is recognized by its certificate, and only online', async ({ page, context }) => {
  const identity = await sealer('files.example')
  await sealIs(page, identity.fingerprint)
  await open(page)
  const first = await sealedBy(identity, await somePages())
  await give(page, 'contract.pdf', first)
  await expect(page.getByText('Sealed by this server as files.example.')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Choose a PDF' })).toBeVisible()
  await page.route('**/signing/seal/', (route) => route.abort())
  await give(page, 'contract.pdf', first)
  await expect(outcome(page)).toHaveText('Unchanged')
  await expect(page.getByText(/can be checked when you’re online/)).toBeVisible()
  await page.unrouteAll()
  await sealIs(page, identity.fingerprint)
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.getByText('Sealed by this server as files.example.')).toBeVisible()
})

test('a file is chosen with the keyboard alone, and dropped anywhere', async ({ page }) => {
  const sealed = await sealedBy(await sealer('files.example'), await somePages())
  await open(page)
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a PDF' }).focus()
  await page.keyboard.press('Enter')
  await (await choosing).setFiles({ name: 'contract.pdf', mimeType: 'application/pdf', buffer: sealed })
  await expect(outcome(page)).toHaveText('Unchanged')
  await expect(page.getByRole('status')).toHaveText(
    /^Unchanged\. The file hasn’t changed since it was signed/,
  )
  await page.getByText('Details').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('SHA-256, ECDSA')).toBeVisible()

  const data = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(bytes)], 'dropped.pdf', { type: 'application/pdf' }))
      return transfer
    },
    [...sealed],
  )
  await page.dispatchEvent('h1', 'dragenter', { dataTransfer: data })
  await expect(page.getByText('Drop to verify')).toBeVisible()
  await page.dispatchEvent('h1', 'drop', { dataTransfer: data })
  await expect(page.getByRole('main').getByTitle('dropped.pdf')).toBeVisible()
  await expect(page.getByText('Drop to verify')).toBeHidden()
})

test('a large file is read beside the page, which stays at hand', async ({ page }) => {
  const sealed = await sealedBy(await sealer('files.example'), await somePages(60_000_000))
  const path = test.info().outputPath('large.pdf')
  await open(page)
  writeFileSync(path, sealed)
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(outcome(page)).toHaveText('Unchanged')
  const last = sealed.length - 20
  sealed[last] = (sealed[last] ?? 0) ^ 1
  writeFileSync(path, sealed)
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(outcome(page)).toHaveText('Changed')
})

for (const { width, theme: colorScheme } of looks(320, 1280))
  test(`axe finds nothing at ${width} px, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const one = await sealer('files.example')
    const other = await sealer('Kanzlei-Österreicher-Wöllersdorf-und-Partner-Rechtsanwälte-der-Stadt')
    const twice = await sealedBy(other, await sealedBy(one, await somePages()))
    const changed = Buffer.from(twice)
    changed[300] = (changed[300] ?? 0) ^ 1
    await sealIs(page, one.fingerprint)
    await open(page)
    expect(await violations(page)).toEqual([])
    const name = `${'a-very-long-name-of-a-contract-'.repeat(5)}2026.pdf`
    for (const [file, word] of [
      [twice, 'Content added'],
      [changed, 'Changed'],
      [Buffer.from(await somePages()), 'No signature found'],
    ] as const) {
      await give(page, name, file)
      await expect(outcome(page)).toHaveText(word)
      for (const details of await page.getByText('Details').all()) await details.click()
      expect(await violations(page), word).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide, word).toBeLessThanOrEqual(0)
    }
  })
