import type { Browser, Page } from '@playwright/test'
import { expect, type TestFile } from './fixtures.ts'

export const SHARES = '/api/v1/user/shares/'
export const CONTENT = Buffer.from('what is shared, byte for byte')

export interface Link {
  link_id: string
  url: string
}

/** Shares a file of the signed-in owner's by the API. */
export async function share(
  owner: Page,
  settings: object = {},
  file: TestFile = { name: 'Lease draft.txt', mimeType: 'text/plain', buffer: CONTENT },
): Promise<Link> {
  const stored = await owner.request.post('/api/v1/user/storage/files/upload/', { multipart: { file } })
  expect(stored.status()).toBe(201)
  const made = await owner.request.post(SHARES, { data: { file_id: (await stored.json()).id, ...settings } })
  expect(made.status()).toBe(201)
  return made.json()
}

/** What a stranger's pages have said on their consoles. */
export const thrown: string[] = []

/** Somebody who has nothing but the link. */
export async function visit(
  browser: Browser,
  { url }: Link,
  options: Parameters<Browser['newContext']>[0] = {},
) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  context.on('weberror', (error) => thrown.push(String(error.error())))
  context.on('console', (message) => {
    const expected = message.text().startsWith('Failed to load resource') // the browser's own word for a 4xx
    if (['error', 'warning'].includes(message.type()) && !expected) thrown.push(message.text())
  })
  const page = await context.newPage()
  await page.goto(url)
  // The script has taken over: until then the foot is not there.
  await expect(page.getByRole('contentinfo')).toBeVisible()
  return { context, page }
}
