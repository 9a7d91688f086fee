import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import sharp from 'sharp'
import { Outbox, totp } from '../tests/contract/outbox.ts'
import { corpusFile, hasReal } from '../tests/corpora/files.ts'
import { dataFolder } from './folder.ts'

export { expect, totp }

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A file as Playwright gives it to a page. */
export interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export const markdown = (name: string, text = `# ${name}\n\nSome words.`): TestFile => ({
  name,
  mimeType: 'text/markdown',
  buffer: Buffer.from(text),
})

/**
 * Where a test only needs some file: nothing is as cheap to read, to convert (into YAML) and to
 * show.
 */
export const records = (name: string): TestFile => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify([{ name, depth: 4 }])),
})

export const image = async (name: string, width = 320, height = 200): Promise<TestFile> => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#2646aa' } })
    .png()
    .toBuffer(),
})

/** A document and a photo of the corpora: real ones where they are, else made ones. */
export const realDocument = (): string => corpusFile(hasReal ? 'docs/sample.docx' : 'docs/letter.docx')
export const realImage = (): string => corpusFile(hasReal ? 'images/Landscape_6.jpg' : 'images/turned.jpg')

interface Fixtures {
  /** A page that is signed in to an account of its own. */
  signedIn: Page
  account: { username: string; email: string; password: string }
  /** What was sent by mail and text message. */
  outbox: Outbox
}

let made = 0

/** Every page is watched: an unexpected word on its console, or an exception, fails the test. */
export const test = base.extend<Fixtures & { quiet: string[] }>({
  quiet: [
    async ({ context }, use) => {
      const said: string[] = []
      context.on('console', (message) => {
        const expected = message.text().startsWith('Failed to load resource') // the browser's own word for a 4xx
        if (['error', 'warning'].includes(message.type()) && !expected) said.push(message.text())
      })
      context.on('weberror', (error) => said.push(String(error.error())))
      await use(said)
      // What a test answers in the server's place may still be asked for when it ends.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
      expect(said, 'unexpected console output').toEqual([])
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
  account: async ({}, use, info) => {
    const username = `e2e${Date.now().toString(36)}${info.workerIndex}${++made}`
    await use({ username, email: `${username}@mail.example`, password: 'correct horse' })
  },
  outbox: async ({ baseURL }, use) => {
    await use(new Outbox(dataFolder(new URL(baseURL ?? '').port)))
  },
  signedIn: async ({ page, account }, use) => {
    const response = await page.request.post('/api/v1/user/auth/signup/', { data: account })
    expect(response.status()).toBe(201)
    await use(page)
  },
})

/** Hands files to Convert, as choosing them in the dialog does. */
export async function addFiles(page: Page, files: (TestFile | string)[]) {
  const given = files.map((file) =>
    typeof file === 'string'
      ? { name: file.split('/').at(-1) as string, mimeType: '', buffer: readFileSync(file) }
      : file,
  )
  await page.locator('input[type=file]').first().setInputFiles(given)
  for (const { name } of given) await expect(row(page, name)).toBeVisible()
}

/** Lets the page ask for what it begins with, so that a test can answer in the server's place. */
export const withoutFirstAnswers = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => document.getElementById('first-answers')?.remove()).observe(document, {
      childList: true,
      subtree: true,
    })
  })

/** A file's row on Convert. */
export const row = (page: Page, name: string) => page.getByRole('article', { name })

/** Chooses what a file becomes. */
export async function chooseTarget(page: Page, name: string, target: string) {
  await row(page, name)
    .getByRole('combobox', { name: /^Output format/ })
    .click()
  await page
    .getByRole('option', { name: new RegExp(`^${target}( |$)`) })
    .first()
    .click()
}

export const convertAll = (page: Page) => page.getByRole('button', { name: /^Convert/ }).click()

interface Axe {
  run(options: RunOptions): Promise<AxeResults>
}

/** What axe has against the page as it stands. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  // Only violations are read, so only they are described in full.
  const results = await page.evaluate(() =>
    (window as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] }),
  )
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}

/**
 * Adds an authenticator app to the account that is signed in. Answers with its secret and the
 * backup codes.
 */
export async function addApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const mfa = '/auth/api/v1/social/mfa/setup/totp/'
  const { secret } = await (await page.request.post(mfa)).json()
  const confirmed = await page.request.post(`${mfa}confirm/`, { data: { code: totp(secret) } })
  expect(confirmed.status()).toBe(200)
  return { secret, codes: (await confirmed.json()).backup_codes.codes }
}

/** Fills in the sign-in page, by no words: it is opened in pseudo-languages as well. */
export async function fillSignIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(password)
  await page.keyboard.press('Enter')
}
