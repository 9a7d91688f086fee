import {
  addFiles,
  chooseTarget,
  convertAll,
  expect,
  image,
  markdown,
  records,
  row,
  test,
} from './fixtures.ts'

test('queued files survive a reload with their targets and options, and run', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [markdown('plan.md'), await image('wide.png', 400, 300)])
  await chooseTarget(page, 'plan.md', 'DOCX')
  await chooseTarget(page, 'wide.png', 'JPEG')
  await row(page, 'wide.png')
    .getByRole('button', { name: /^Options/ })
    .click()
  const options = page.getByRole('dialog')
  await options.getByLabel('Width', { exact: true }).fill('100')
  await options.getByRole('button', { name: /^Apply/ }).click()
  await expect(row(page, 'wide.png')).toContainText('Width 100')
  // Once it is written, nothing is lost with the page, and nobody is asked.
  await expect.poll(() => keptLists(page)).toEqual([2])
  await page.reload()
  await expect(page.getByText('2 queued files restored')).toBeVisible()
  await expect(row(page, 'plan.md')).toContainText('DOCX')
  await expect(row(page, 'wide.png')).toContainText('Width 100')
  await convertAll(page)
  await expect(page.getByText('2 completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => keptLists(page)).toEqual([])
})

test('a file that the browser has no room for is asked about before leaving, and chosen again after', async ({
  signedIn: page,
}) => {
  await page.addInitScript(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 0, usage: 0 })
  })
  await page.goto('/convert')
  await addFiles(page, [records('large.json')])
  await expect.poll(() => keptLists(page)).toEqual([1])
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => {
      resolve(dialog.type())
      void dialog.accept()
    }),
  )
  await page.reload()
  expect(await asked).toBe('beforeunload')
  await expect(row(page, 'large.json')).toContainText('Choose it again')
  const { name, mimeType, buffer } = records('large.json')
  await row(page, 'large.json').locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await expect(page.getByText('1 ready')).toBeVisible()
})

test('who signs out leaves no queued files in the browser', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [records('private.json')])
  await expect.poll(() => keptLists(page)).toEqual([1])
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('menuitem', { name: /Sign out/ }).click()
  await expect.poll(() => keptLists(page)).toEqual([])
})

/** How many files each list has that lies in the browser. */
const keptLists = (page: import('@playwright/test').Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise<number[]>((resolve, reject) => {
        const opening = indexedDB.open('filewright-convert-drafts')
        let absent = false
        // Only the page makes it: one without a store would stay so.
        opening.onupgradeneeded = () => {
          absent = true
          opening.transaction?.abort()
        }
        opening.onerror = () => (absent ? resolve([]) : reject(opening.error))
        opening.onsuccess = () => {
          const database = opening.result
          if (!database.objectStoreNames.contains('drafts')) return resolve([])
          const all = database.transaction('drafts').objectStore('drafts').getAll()
          all.onsuccess = () => {
            database.close()
            resolve(
              (all.result as { files?: unknown[] }[]).flatMap(({ files }) => (files ? [files.length] : [])),
            )
          }
        }
      }),
  )
