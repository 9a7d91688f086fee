import { expect, test } from './fixtures.ts'

for (const [path, end] of [
  ['/', '/convert'],
  ['/convert', '/convert'],
  ['/history', '/history'],
  ['/pdf', '/pdf'],
  ['/storage', '/sign-in?return=%2Fstorage'],
  ['/signing/new', '/sign-in?return=%2Fsigning%2Fnew'],
] as const)
  test(`a guest at ${path} gets ${end} without a refused request`, async ({ page }) => {
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url())
    })
    await page.goto(path)
    await expect(page).toHaveURL(end)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(refused).toEqual([])
  })
