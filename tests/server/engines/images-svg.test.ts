import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

describe('SVG', () => {
  it('draws letters with a font that comes along', async () => {
    const svg = (text: string) =>
      shop.file(
        't.svg',
        `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><rect width="200" height="40" fill="#fff"/><text x="5" y="30" font-family="Arial" font-size="30">${text}</text></svg>`,
      )
    const ink = async (text: string) =>
      (
        await sharp((await shop.convert(svg(text), 'png')).path)
          .grayscale()
          .stats()
      ).channels[0]?.mean ?? 255
    expect(await ink('')).toBe(255)
    const [wide, narrow] = [await ink('WWWW'), await ink('iiii')]
    expect(wide).toBeLessThan(250)
    // Boxes for missing letters would all be alike.
    expect(narrow).toBeGreaterThan(wide + 3)
    expect(await ink('日本')).toBeLessThan(250)
  })

  it.each([
    [
      'an outside image',
      '<image href="file:///etc/passwd" width="9" height="9"/><image xlink:href="http://127.0.0.1:9/x.png" width="9" height="9"/>',
      '2 references',
    ],
    [
      'an outside style',
      '<style>@import "http://127.0.0.1:9/a.css"; rect { fill: url(http://127.0.0.1:9/b) }</style>',
      '2 references',
    ],
  ])('shows a drawing without %s and says so', async (_, inner, said) => {
    const source = shop.file(
      'o.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">${inner}<rect width="1" height="1"/></svg>`,
    )
    expect((await shop.convert(source, 'png')).warnings.join()).toContain(said)
  })

  it('takes the name spaces that drawing programs declare as entities', async () => {
    const source = shop.file(
      'ai.svg',
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;" width="10" height="10"><rect width="10" height="10"/></svg>',
    )
    expect(await shop.convert(source, 'png')).toMatchObject({ width: 10, height: 10 })
  })
})
