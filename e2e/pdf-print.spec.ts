import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, image, type TestFile, test } from './fixtures.ts'
import { lease } from './pdf-files.ts'

const A4 = { width: 595, height: 842 }
/** In points of page 1, from its upper left corner. */
type Area = [left: number, top: number, width: number, height: number]

const paper = (page: Page) => page.locator('[data-place="1"]')

/** The lease, with a red square that the file has as an annotation. */
async function annotated(): Promise<TestFile> {
  const file = await lease()
  const document = await PDFDocument.load(file.buffer)
  const [first] = document.getPages()
  const square = document.context.obj({
    ...{ Type: 'Annot', Subtype: 'Square', F: 4, Rect: [400, 400, 460, 460], C: [1, 0, 0], IC: [1, 0, 0] },
    BS: { W: 1 },
  })
  first?.node.addAnnot(document.context.register(square))
  return { ...file, buffer: Buffer.from(await document.save()) }
}

async function choose(page: Page, name: string) {
  const bar = page.getByRole('toolbar', { name: 'Tools' })
  const own = bar.getByRole('button', { name, exact: true })
  if (await own.count()) return own.click()
  await bar.getByRole('button', { name: /^(Annotate|More tools)/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Begins to print, and answers with page 1 as it comes to paper, in pixels of one point each. */
async function printed(page: Page) {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printing', '')
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(A4)
  const sheet = await page.locator('.pdf-printed > div').first().screenshot()
  const { data, info } = await sharp(sheet)
    .removeAlpha()
    .resize({ ...A4, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = (Math.round(y) * info.width + Math.round(x)) * info.channels
    return [...data.subarray(from, from + 3)]
  }
  /** How much of an area is no white paper: 0 to 1. */
  const ink = ([left, top, width, height]: Area) => {
    let marked = 0
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) if (Math.min(...at(x, y)) < 128) marked++
    return marked / (width * height)
  }
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('.pdf-printed')).toHaveCount(0)
  return { at, ink }
}

test('a page is printed as it is seen: its annotations, filled values, and what the draft adds', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printing = ''
    }
  })
  await page.goto('/pdf')
  await expect(page.getByRole('heading', { name: 'Drop a PDF here' })).toBeVisible()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await annotated())
  await expect(paper(page).locator('canvas')).toBeVisible()
  await page.locator('[data-field="tenant.name"]').fill('Ana Ruiz Calder')
  await page.locator('[data-field="read"]').check()
  await choose(page, 'Image')
  await page.getByLabel('Image to insert').setInputFiles(await image('seal.png', 120, 80))
  const inserted = paper(page).locator('svg image')
  await expect(inserted).toHaveCount(1)
  const [box, whole] = [(await inserted.boundingBox())!, (await paper(page).boundingBox())!]
  await choose(page, 'Text')
  await page.mouse.move(whole.x + 0.2 * whole.width, whole.y + 0.45 * whole.height)
  await page.mouse.down()
  await page.mouse.move(whole.x + 0.5 * whole.width, whole.y + 0.47 * whole.height)
  await page.mouse.move(whole.x + 0.6 * whole.width, whole.y + 0.49 * whole.height)
  await page.mouse.up()
  await page.keyboard.type('Seen on Monday')

  const { at, ink } = await printed(page)
  expect(ink([76, 144, 120, 14]), 'the text field').toBeGreaterThan(0.02)
  expect(ink([74, 228, 12, 12]), 'the check box').toBeGreaterThan(0.02)
  expect(ink([76, 184, 100, 14]), 'a field that was left empty').toBeLessThan(0.02)
  expect(at(430, A4.height - 430), 'the annotation of the file').toEqual([255, 0, 0])
  const middle = {
    x: ((box.x + box.width / 2 - whole.x) / whole.width) * A4.width,
    y: ((box.y + box.height / 2 - whole.y) / whole.height) * A4.height,
  }
  expect(at(middle.x, middle.y), 'the image').toEqual([0x26, 0x46, 0xaa])
  expect(ink([119, 379, 120, 20]), 'the text that was written on the page').toBeGreaterThan(0.01)
})
