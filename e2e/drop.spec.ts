import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { drag } from './drag.ts'
import { expect, image, markdown, row, test, violations } from './fixtures.ts'

/** The chunk with react-dropzone, which a page asks for when a drag or a click begins. */
const LIBRARY = '**/assets/dropzone-library-*.js'

/** Files and a folder on the disk of whoever drags them. */
function desktop() {
  const path = test.info().outputPath('desktop')
  mkdirSync(join(path, 'reports', 'old'), { recursive: true })
  writeFileSync(join(path, 'reports', 'march.md'), '# March')
  writeFileSync(join(path, 'reports', 'old', 'february.md'), '# February')
  writeFileSync(join(path, 'notes.md'), '# Notes')
  return path
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a folder that is dropped before the library has loaded arrives whole, after one more drop', async ({
  page,
}) => {
  const files = desktop()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = false
  await page.route(LIBRARY, async (route) => {
    asked = true
    await held
    await route.continue()
  })
  await page.goto('/convert')
  await expect(heading(page)).toBeVisible()
  expect(asked, 'nothing of it is loaded with the page').toBe(false)
  const drop = await drag(page, heading(page), join(files, 'reports'))
  await drop()
  await expect.poll(() => asked).toBe(true)
  const dropAgain = await drag(page, heading(page), join(files, 'notes.md'))
  await dropAgain()
  await expect(page.getByRole('article')).toHaveCount(0)
  release()
  for (const name of ['march.md', 'february.md', 'notes.md']) await expect(row(page, name)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
})

test('files dropped on another page go to Convert, and the overlay goes when they leave', async ({
  page,
}) => {
  const files = desktop()
  await page.goto('/history')
  await expect(heading(page)).toBeVisible()
  const overlay = page.getByText('Drop to add 2 files')
  const both = [join(files, 'notes.md'), join(files, 'reports')]
  const drop = await drag(page, heading(page), ...both)
  await expect(overlay).toBeVisible()
  expect(await violations(page)).toEqual([])
  // The protocol's dragCancel tells the page nothing, unlike a pointer that leaves the window.
  await heading(page).evaluate((element) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([''], 'notes.md'))
    element.dispatchEvent(new DragEvent('dragleave', { dataTransfer, bubbles: true }))
  })
  await expect(overlay).toBeHidden()
  await drop()
  await expect(page).toHaveURL('/convert')
  await expect(row(page, 'march.md')).toBeVisible()
  await expect(row(page, 'notes.md')).toBeVisible()
  await expect(overlay).toBeHidden()
})

test('a pasted file goes to Convert from any page', async ({ page }) => {
  await page.goto('/history')
  await expect(heading(page)).toBeVisible()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['# Pasted'], 'pasted.md', { type: 'text/markdown' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect(page).toHaveURL('/convert')
  await expect(row(page, 'pasted.md')).toBeVisible()
})

test('files are chosen with the keyboard alone', async ({ page }) => {
  // Asked for at the start: Playwright does not wait until the browser reports choosers.
  const choosing = page.waitForEvent('filechooser')
  await page.goto('/convert')
  const browse = page.getByRole('main').getByRole('button', { name: 'Browse', exact: true })
  await expect(browse).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    if (await browse.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(browse).toBeFocused()
  await page.keyboard.press('Enter')
  await (await choosing).setFiles([markdown('typed.md'), markdown('more.md')])
  await expect(row(page, 'typed.md')).toBeVisible()
  await expect(row(page, 'more.md')).toBeVisible()
})

test('a dialog receives what is dropped on it and beside it', async ({ signedIn: page }) => {
  const path = test.info().outputPath('pipeline.json')
  writeFileSync(path, '{ "name": "Not a pipeline", "steps": [] }')
  await page.goto('/pipelines')
  await page.getByRole('button', { name: 'Import' }).first().click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Document')
  await expect(field).toBeVisible()
  const dropBeside = await drag(page, dialog.getByRole('heading').first(), path)
  await expect(page.getByText('Drop to import the pipeline')).toBeVisible()
  await dropBeside()
  await expect(field).toHaveValue(/Not a pipeline/)
  await field.fill('')
  const dropOn = await drag(page, dialog.getByRole('button', { name: 'Choose a file' }), path)
  await dropOn()
  await expect(field).toHaveValue(/Not a pipeline/)
  await expect(page).toHaveURL(/\/pipelines/)
})

test('text that is dragged goes where it is dropped', async ({ signedIn: page }) => {
  const path = test.info().outputPath('drawn.png')
  writeFileSync(path, (await image('drawn.png')).buffer)
  await page.goto('/account')
  const zone = page.locator('[data-drop-zone]')
  const drop = await drag(page, zone, path)
  await drop()
  await expect(page.getByRole('complementary').locator('img')).toBeVisible()
  const name = page.getByLabel('First name')
  const moved = await name.evaluate((field: HTMLInputElement) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.setData('text/plain', 'Ada')
    return ['dragenter', 'dragover', 'drop'].map((type) =>
      field.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })),
    )
  })
  expect(moved, 'nothing keeps the browser from it').toEqual([true, true, true])
})
