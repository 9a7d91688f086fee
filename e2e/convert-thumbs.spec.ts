import { readFileSync } from 'node:fs'
import { corpusFile } from '../tests/corpora/files.ts'
import { expect, test } from './fixtures.ts'

const MODELS = ['cube.glb', 'cube.gltf', 'cube.stl', 'cube.obj', 'cube.ply']

test('models show themselves before the run, drawn by one graphics context that is released', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const contexts: WebGLRenderingContext[] = []
    Object.assign(window, { contexts })
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
      const context = Reflect.apply(getContext, this, given)
      if (String(given[0]).startsWith('webgl') && context) contexts.push(context)
      return context
    } as typeof getContext
  })
  await page.goto('/convert')
  await expect(page.getByRole('heading', { name: 'Convert', exact: true })).toBeVisible()
  const files = [...MODELS, 'truncated.glb'].map((name) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: readFileSync(corpusFile(`models/${name}`)),
  }))
  await page.locator('input[type=file]').first().setInputFiles(files)
  for (const name of MODELS) {
    const drawn = page.getByRole('article', { name }).locator('img')
    await expect(drawn, name).toHaveCount(1)
    // In its middle stands the model, and in its corner the paper behind it.
    const [middle, corner] = await drawn.evaluate((image: HTMLImageElement) => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 132
      const context = canvas.getContext('2d', { willReadFrequently: true })!
      context.drawImage(image, 0, 0)
      return [66, 2].map((at) => [...context.getImageData(at, at, 1, 1).data].join())
    })
    expect(middle, name).not.toBe(corner)
  }
  await expect(page.getByRole('article', { name: 'truncated.glb' }).locator('img')).toHaveCount(0)
  // One says whether there is WebGL at all, one draws.
  await expect
    .poll(() =>
      page.evaluate(() =>
        (window as unknown as { contexts: WebGLRenderingContext[] }).contexts.map((one) =>
          one.isContextLost(),
        ),
      ),
    )
    .toEqual([true, true])
})
