import type { Page } from '@playwright/test'
import type { TestFile } from './fixtures.ts'
import { expect, image, markdown, records, test, violations } from './fixtures.ts'

async function send(page: Page, file: TestFile, target: string) {
  const path =
    file.mimeType === 'image/png' ? '/api/v1/convert/image/convert/' : '/api/v1/pdf_handler/convert/'
  const sent = await page.request.post(path, { multipart: { target_format: target, file } })
  const { id } = await sent.json()
  const core = file.mimeType === 'image/png' ? 'media_core' : 'docs_core'
  await page.request.get(`/api/v1/${core}/conversion/wait/${id}/`)
  return id as string
}

test('filters and order are in the address, and survive a reload and going back', async ({
  signedIn: page,
}) => {
  await send(page, records('alpha.json'), 'yaml')
  await send(page, await image('beta.png'), 'webp')
  await page.goto('/history')
  await expect(page.getByRole('link', { name: 'alpha.json' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search history' }).fill('beta')
  await expect(page.getByRole('link', { name: 'alpha.json' })).toBeHidden()
  await expect(page).toHaveURL(/q=beta/)
  await page.reload()
  await expect(page.getByRole('link', { name: 'beta.png' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'alpha.json' })).toBeHidden()
  await page.goto('/history?family=nonsense&status=77&sort=--&from=never')
  await expect(page.getByRole('link', { name: 'alpha.json' }), 'a bad address breaks nothing').toBeVisible()
  await page.getByRole('columnheader', { name: 'File' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=/)
  await page.goBack()
  await expect(page).not.toHaveURL(/sort=filename/)
})

test('a conversion has a page of its own, and is removed with everything it had', async ({
  signedIn: page,
}) => {
  const id = await send(page, records('gone.json'), 'yaml')
  await page.goto('/history')
  await page.getByRole('link', { name: 'gone.json' }).click()
  await expect(page).toHaveURL(`/history/${id}`)
  await expect(page.getByRole('heading', { name: 'gone.json', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'More for gone.json' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText(/original/i)
  await dialog.getByRole('button', { name: /^Remove/ }).click()
  await expect(page).toHaveURL(/\/history($|\?)/)
  await expect(page.getByRole('link', { name: 'gone.json' })).toBeHidden()
  expect((await page.request.get(`/api/v1/conversion/${id}/`)).status()).toBe(404)
  await page.goto(`/history/${id}`)
  await expect(
    page
      .getByRole('heading', { level: 1 })
      .or(page.getByText(/not here|no conversion|nothing/i))
      .first(),
  ).toBeVisible()
})

test('several are selected and removed together', async ({ signedIn: page }) => {
  for (const name of ['one.json', 'two.json', 'kept.json']) await send(page, records(name), 'yaml')
  await page.goto('/history')
  await page.getByRole('checkbox', { name: 'Select one.json' }).click()
  await page.getByRole('checkbox', { name: 'Select two.json' }).click()
  await page.getByRole('button', { name: /^Remove 2/ }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('link', { name: 'one.json' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'kept.json' })).toBeVisible()
})

test('a very wide screen shows the row that one is at beside the list', async ({ signedIn: page }) => {
  await send(page, await image('beta.png'), 'webp')
  await send(page, records('alpha.json'), 'yaml')
  await page.setViewportSize({ width: 1920, height: 1000 })
  const found: string[] = []
  for (const theme of ['light', 'dark']) {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
    await page.goto('/history')
    const beside = page.getByRole('complementary', { name: 'Selected conversion' })
    await expect(beside).toContainText('Select a conversion')
    await page.getByRole('row', { name: /alpha\.json/ }).click({ position: { x: 600, y: 8 } })
    await expect(beside.getByRole('heading', { name: 'alpha.json' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(beside.getByRole('heading', { name: 'beta.png' })).toBeVisible()
    await expect(beside.getByRole('slider', { name: 'Comparison slider' })).toBeVisible()
    for (const fault of await violations(page)) found.push(`${theme}: ${fault}`)
  }
  expect(found).toEqual([])
  await page.setViewportSize({ width: 1280, height: 860 })
  await expect(page.getByRole('complementary', { name: 'Selected conversion' })).toHaveCount(0)
})

test('of ten thousand conversions little is in the page, at rest and deep down', async ({
  signedIn: page,
}) => {
  const id = await send(page, records('first.json'), 'yaml')
  const one = await (await page.request.get(`/api/v1/conversion/${id}/`)).json()
  const size = 2500
  await page.route(/\/api\/v1\/conversion\/\?/, (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const results = Array.from({ length: size }, (_, offset) => {
      const number = from + offset
      const conversion_id = id.slice(0, -6) + String(number).padStart(6, '0')
      return { ...one, id: conversion_id, conversion_id, filename: `file ${number}.json` }
    })
    const next_cursor = from + size < 10_000 ? String(from + size) : null
    const counts = { count: 10_000, count_exact: true, total_pages: 4, page: 1, page_size: size }
    return route.fulfill({ json: { ...counts, next_cursor, results } })
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  // The HTML has the answer to a list without filters; this one is asked for, and answered above.
  await page.goto('/history?status=completed')
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length)
  const list = page.getByRole('rowgroup', { name: 'Conversions' })
  const scrollTo = (part: number) =>
    list.evaluate((element, share) => {
      element.scrollTop = share * element.scrollHeight
    }, part)
  await expect(page.getByRole('link', { name: 'file 0.json' })).toBeVisible()
  expect(await elements()).toBeLessThan(1000)
  await expect(async () => {
    await scrollTo(1)
    await expect(page.getByRole('link', { name: 'file 9999.json' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await scrollTo(0.5)
  await expect(page.getByRole('link', { name: 'file 5000.json' })).toBeVisible()
  expect(await elements()).toBeLessThan(1000)
})

test('an empty history teaches with one sentence and one button', async ({ signedIn: page }) => {
  await page.goto('/history')
  await page
    .getByRole('main')
    .getByRole('link', { name: /convert/i })
    .or(page.getByRole('main').getByRole('button', { name: /convert/i }))
    .click()
  await expect(page).toHaveURL('/convert')
})

test('names with markup in them are only ever text', async ({ signedIn: page }) => {
  const name = '<img src=x onerror=document.title=1>.md'
  await send(page, markdown(name, '<script>document.title = "run"</script>'), 'html')
  await page.goto('/history')
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page).toHaveTitle(/History/)
})
