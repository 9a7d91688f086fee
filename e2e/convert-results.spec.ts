import { corpusFile } from '../tests/corpora/files.ts'
import {
  addFiles,
  chooseTarget,
  convertAll,
  expect,
  image,
  markdown,
  realImage,
  row,
  test,
  violations,
} from './fixtures.ts'
import { looks } from './looks.ts'

for (const { theme, width } of looks(360, 1280))
  test(`results are summed up, compared and opened from their rows, ${theme} at ${width}`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width, height: 860 })
    await page.emulateMedia({ colorScheme: theme })
    await page.goto('/convert')
    const photo = realImage()
    const name = photo.split('/').at(-1) as string
    await addFiles(page, [photo, markdown('plan.md')])
    await chooseTarget(page, name, 'WebP')
    // Drop, and the results are two presses away: run, and the row.
    await convertAll(page)
    const results = page.getByRole('region', { name: 'Results' })
    await expect(results.getByText('2 done')).toBeVisible({ timeout: 60_000 })
    await expect(results.getByRole('button', { name: /^Download 2 as ZIP/ })).toBeVisible()
    await row(page, name).focus()
    if (width >= 1280)
      await expect(
        page.getByRole('region', { name: 'Preview of the selected result' }).getByRole('slider'),
      ).toBeVisible()
    expect(await violations(page)).toEqual([])
    await row(page, name).click({ position: { x: 12, y: 12 } })
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('slider', { name: 'Comparison slider' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(row(page, name)).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })

test('an encrypted PDF asks for its password in its row, and is charged when it opens', async ({
  signedIn: page,
}) => {
  await page.goto('/convert')
  const name = 'enc-R3_V2_U_view_O_view.pdf'
  await addFiles(page, [corpusFile(`pdf/${name}`)])
  await chooseTarget(page, name, 'PNG')
  await convertAll(page)
  const field = page.getByLabel(`Password of ${name}`)
  await expect(field).toBeVisible({ timeout: 60_000 })
  await field.fill('wrong')
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toContainText('The password does not open the PDF', { timeout: 60_000 })
  await expect(field).toBeFocused()
  const credits = async () => (await page.request.get('/api/v1/docs_core/credits/')).json()
  expect(await credits()).toMatchObject({ remaining: 1000, held: 0 })
  await field.fill('view')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 completed')).toBeVisible({ timeout: 60_000 })
  expect((await credits()).remaining).toBeLessThan(1000)
})

test('a crop is drawn on the image, and is what comes out', async ({ signedIn: page }) => {
  await page.goto('/convert')
  await addFiles(page, [await image('wide.png', 800, 600)])
  await chooseTarget(page, 'wide.png', 'WebP')
  await row(page, 'wide.png')
    .getByRole('button', { name: /^Options/ })
    .click()
  const form = page.getByRole('dialog')
  const frame = form.getByRole('group', { name: /^Crop frame/ })
  await expect(form.getByText(/^about /)).toBeVisible()
  expect(await violations(page)).toEqual([])
  const box = (await frame.boundingBox())!
  await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await frame.focus()
  await page.keyboard.press('ArrowRight')
  await expect(form.getByLabel('Crop X')).toHaveValue('1')
  const [width, height] = await Promise.all(
    ['Crop width', 'Crop height'].map(async (label) => Number(await form.getByLabel(label).inputValue())),
  )
  await form.getByRole('button', { name: /^Apply/ }).click()
  await convertAll(page)
  await expect(page.getByText('1 completed')).toBeVisible({ timeout: 60_000 })
  const { results } = await (await page.request.get('/api/v1/conversion/')).json()
  expect(results[0].output).toMatchObject({ width, height })
  expect(width).toBeLessThan(500)
})
