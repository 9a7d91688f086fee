import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness } from './helpers.ts'
import { gltfReader, ring, texturedSquare } from './model-files.ts'
import { zip } from './zips.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

describe('images of models', () => {
  const draw = async (path: string, options: Record<string, unknown>) => {
    const output = await shop.convert(path, 'png', options, { operation: 'thumbnail' })
    const { data, info } = await sharp(output.path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(output).toMatchObject({ width: info.width, height: info.height })
    return (x: number, y: number) =>
      [
        ...data
          .subarray(4 * (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))))
          .subarray(0, 4),
      ] as [number, number, number, number]
  }

  it('shows the texture the right way round, and nothing beside it', async () => {
    const path = shop.file('square.zip', zip(await texturedSquare()))
    const at = await draw(path, { width: 128, height: 128, azimuth: 0, elevation: 0 })
    const [left, right] = [at(0.25, 0.5), at(0.75, 0.5)]
    expect(left[0]).toBeGreaterThan(120)
    expect(left[2]).toBeLessThan(90)
    expect(right[2]).toBeGreaterThan(120)
    expect(right[0]).toBeLessThan(90)
    expect(at(0.01, 0.01)[3]).toBe(0)
    expect(left[3]).toBe(255)
  })

  it('paints it, before a background, from above and from the side', async () => {
    const io = await gltfReader()
    const path = shop.file('ring.glb', await io.writeBinary(ring(40)))
    const above = await draw(path, {
      width: 200,
      height: 100,
      elevation: 90,
      background: '#00ff00',
      colour: '#ff0000',
    })
    // Through the hole of the ring, and on it.
    expect(above(0.5, 0.5)).toEqual([0, 255, 0, 255])
    expect(above(0.34, 0.5)[0]).toBeGreaterThan(100)
    expect(above(0.02, 0.5)).toEqual([0, 255, 0, 255])
    const side = await draw(path, {
      width: 100,
      height: 100,
      elevation: 0,
      background: '#00ff00',
      colour: '#ff0000',
    })
    expect(side(0.5, 0.5)[0]).toBeGreaterThan(100)
    expect(side(0.5, 0.1)).toEqual([0, 255, 0, 255])
  })

  it('knows that printed things stand on Z', async () => {
    const tall =
      'solid x\nfacet normal 0 -1 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0.5 0 9\nendloop\nendfacet\nendsolid x\n'
    const at = await draw(shop.file('tall.stl', tall), { width: 90, height: 90, azimuth: 0, elevation: 0 })
    expect([at(0.5, 0.5)[3], at(0.5, 0.9)[3], at(0.1, 0.5)[3]]).toEqual([255, 255, 0])
  })
})
