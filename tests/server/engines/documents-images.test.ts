import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())
const draw = (path: string, size = 680) => shop.convert(path, 'webp', { size }, { operation: 'thumbnail' })

/** How dark the upper and the lower half of a page are: the mean distance from white. */
async function ink(path: string): Promise<[upper: number, lower: number]> {
  const { width = 0, height = 0 } = await sharp(path).metadata()
  const half = async (top: number) => {
    const part = { left: 0, top, width, height: Math.floor(height / 2) }
    const { channels } = await sharp(await sharp(path).extract(part).png().toBuffer())
      .greyscale()
      .stats()
    return 255 - (channels[0]?.mean ?? 255)
  }
  return [await half(0), await half(Math.floor(height / 2))]
}

const SOURCES: [name: string, content: string][] = [
  ['a.md', '# Harbour Row\n\nA *short* text.\n\n- one\n- two\n'],
  ['a.txt', 'Plain text.\nIn two lines.\n'],
  ['a.html', '<h1>Harbour Row</h1><p>A short text.</p><script>document.title = 1</script>'],
  ['a.csv', 'name,number\nHarbour,14\nRow,15\n'],
  ['a.rst', 'Harbour Row\n===========\n\nA short text.\n'],
]

describe('the first page', () => {
  it.each(SOURCES)('of %s is drawn with its text', async (name, content) => {
    const made = await draw(shop.file(name, content))
    expect(made).toMatchObject({ format: 'webp', width: 481, height: 680, warnings: [] })
    expect(await sharp(made.path).metadata()).toMatchObject({ format: 'webp', width: 481, height: 680 })
    const [upper, lower] = await ink(made.path)
    expect(upper).toBeGreaterThan(0.15)
    expect(upper).toBeGreaterThan(lower)
  })

  it('is as large as it is asked to be', async () => {
    const path = shop.file('a.md', '# Harbour Row\n')
    for (const size of [64, 1600]) expect(await draw(path, size)).toMatchObject({ height: size })
  })

  it('of a long text is full, and the rest is not typeset', async () => {
    const text =
      'A paragraph that fills a line or two of the page, as paragraphs do where somebody writes.\n\n'
    const long = await draw(shop.file('long.md', text.repeat(3000)))
    const [upper, lower] = await ink(long.path)
    expect(Math.abs(upper - lower)).toBeLessThan(upper / 2)
  })

  it('there is none of a text without anything to read', async () => {
    const failure = await failureOf(draw(shop.file('a.html', '<p></p><script>1</script>')))
    expect(failure).toMatchObject({ code: 'source_empty', message: expect.stringMatching(SENTENCE) })
  })
})
