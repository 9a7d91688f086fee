import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inCorpora } from '../../corpora/files.ts'
import { apng, apngChunks, type Chunk, type Drawn, numbers, pngOf } from './apng-files.ts'
import { EngineHarness, failureOf, JARGON, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open())
afterAll(() => shop.close())

const CANVAS = { width: 40, height: 20 }
const RIGHT = { left: 20, top: 0, width: 20, height: 20 }

/** The colours of the left and the right half of each frame, as hex digits with alpha: `f00f`. */
async function halves(path: string): Promise<[string, string][]> {
  const { data, info } = await sharp(path, { animated: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, pageHeight = height } = info
  const digit = (value: number) => Math.round(value / 17).toString(16)
  const at = (x: number, y: number) =>
    [...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4)].map(digit).join('')
  return Array.from({ length: height / pageHeight }, (_, page) => {
    const y = page * pageHeight + pageHeight / 2
    return [at(width / 4, y), at((3 * width) / 4, y)]
  })
}

describe('an animated PNG', () => {
  const moving = async () =>
    shop.file(
      'moving.png',
      await apng(
        [
          { colour: '#f00', time: [1, 10] },
          { colour: '#0f0', time: [20, 100], place: RIGHT },
          { colour: '#00f', time: [3, 10] },
        ],
        { ...CANVAS, plays: 2 },
      ),
    )

  it.each(['webp', 'gif'])('keeps frames, delays and repetitions as %s', async (target) => {
    const made = await shop.convert(await moving(), target, target === 'webp' ? { lossless: true } : {})
    expect(made).toMatchObject({ ...CANVAS, warnings: [] })
    expect(await sharp(made.path).metadata()).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 2 })
    expect(await halves(made.path)).toEqual([
      ['f00f', 'f00f'],
      ['f00f', '0f0f'],
      ['00ff', '00ff'],
    ])
  })

  it('is turned and made smaller frame by frame', async () => {
    const made = await shop.convert(await moving(), 'webp', { rotate: 180, width: 20, lossless: true })
    expect(made).toMatchObject({ width: 20, height: 10 })
    expect((await halves(made.path))[1]).toEqual(['0f0f', 'f00f'])
  })

  it.each(['png', 'jpg', 'bmp', 'pdf'])('gives its first image as %s, and says so', async (target) => {
    const made = await shop.convert(await moving(), target)
    expect(made.warnings.join()).toMatch(/first image/)
    if (target === 'png') expect(await halves(made.path)).toEqual([['f00f', 'f00f']])
  })

  it('does not show the image that is for those who show no animation', async () => {
    const source = shop.file(
      'hidden.png',
      await apng([{ colour: '#0f0' }, { colour: '#00f' }], { ...CANVAS, hidden: '#f00' }),
    )
    const made = await shop.convert(source, 'webp', { lossless: true })
    expect((await halves(made.path)).map(([left]) => left)).toEqual(['0f0f', '00ff'])
    expect(await halves((await shop.convert(source, 'png')).path)).toEqual([['f00f', 'f00f']])
  })

  it.each<[string, Partial<Drawn>, [string, string][]]>([
    [
      'leaves a frame',
      {},
      [
        ['f00f', 'f00f'],
        ['f00f', '0f0f'],
        ['00ff', '0f0f'],
      ],
    ],
    [
      'clears its place',
      { disposal: 1 },
      [
        ['f00f', 'f00f'],
        ['f00f', '0f0f'],
        ['00ff', '0000'],
      ],
    ],
    [
      'puts back what was there',
      { disposal: 2 },
      [
        ['f00f', 'f00f'],
        ['f00f', '0f0f'],
        ['00ff', 'f00f'],
      ],
    ],
    // Half of a clear green over red, and in its stead.
    [
      'draws over',
      { over: true, colour: '#00ff0080' },
      [
        ['f00f', 'f00f'],
        ['f00f', '780f'],
        ['00ff', '780f'],
      ],
    ],
    [
      'draws instead',
      { colour: '#00ff0080' },
      [
        ['f00f', 'f00f'],
        ['f00f', '0f08'],
        ['00ff', '0f08'],
      ],
    ],
  ])('%s', async (_, second, expected) => {
    const left = { left: 0, top: 0, width: 20, height: 20 }
    const frames: Drawn[] = [
      { colour: '#f00' },
      { colour: '#0f0', place: RIGHT, ...second },
      { colour: '#00f', place: left },
    ]
    const made = await shop.convert(shop.file('a.png', await apng(frames, CANVAS)), 'webp', {
      lossless: true,
    })
    expect(await halves(made.path)).toEqual(expected)
  })

  it.each(inCorpora('images/ball.png'))('keeps its twenty frames: %s', async (path) => {
    const made = await shop.convert(path, 'webp')
    expect(await sharp(made.path).metadata()).toMatchObject({ pages: 20, loop: 0, delay: Array(20).fill(75) })
  })
})

describe('an animated PNG that is hostile or damaged', () => {
  const three = () => apngChunks([{ colour: '#f00' }, { colour: '#0f0' }, { colour: '#00f' }], CANVAS)
  const changed = (chunks: Chunk[], nth: number, type: string, change: (data: Buffer) => Buffer | number) => {
    const found = chunks.filter(([one]) => one === type)[nth]
    if (!found) throw new Error(`no ${type}`)
    const data = Buffer.from(found[1])
    const answer = change(data)
    return chunks.map((one): Chunk => (one === found ? [type, Buffer.isBuffer(answer) ? answer : data] : one))
  }

  it.each<[string, string, (chunks: Chunk[]) => Chunk[]]>([
    [
      'a frame outside of the canvas',
      'source_damaged',
      (all) => changed(all, 1, 'fcTL', (one) => one.writeUInt32BE(30, 12)),
    ],
    [
      'a frame larger than memory',
      'source_damaged',
      (all) => changed(all, 1, 'fcTL', (one) => one.writeUInt32BE(0xffffffff, 4)),
    ],
    [
      'a frame of nothing',
      'source_damaged',
      (all) => changed(all, 1, 'fcTL', (one) => one.writeUInt32BE(0, 4)),
    ],
    [
      'millions of frames',
      'source_too_complex',
      (all) => changed(all, 0, 'acTL', (one) => one.writeUInt32BE(40_000_000, 0)),
    ],
    [
      'more frames than there are',
      'source_damaged',
      (all) => changed(all, 0, 'acTL', (one) => one.writeUInt32BE(9, 0)),
    ],
    [
      'fewer frames than there are',
      'source_damaged',
      (all) => changed(all, 0, 'acTL', (one) => one.writeUInt32BE(2, 0)),
    ],
    [
      'numbers out of order',
      'source_damaged',
      (all) => changed(all, 1, 'fdAT', (one) => one.writeUInt32BE(7, 0)),
    ],
    [
      'a frame without pixels',
      'source_damaged',
      (all) => changed(all, 0, 'fdAT', (one) => one.subarray(0, 4)),
    ],
    ['pixels that are none', 'source_damaged', (all) => changed(all, 0, 'fdAT', (one) => one.fill(7, 4))],
    [
      'too little in a control',
      'source_damaged',
      (all) => changed(all, 1, 'fcTL', (one) => one.subarray(0, 6)),
    ],
    [
      'nothing but a count',
      'source_damaged',
      (all) => all.filter(([type]) => !['fcTL', 'fdAT'].includes(type)),
    ],
    ['no end', 'source_damaged', (all) => all.filter(([type]) => type !== 'IEND')],
  ])('%s is refused', async (_, code, change) => {
    const source = shop.file('a.png', pngOf(change(await three())))
    const failure = await failureOf(shop.convert(source, 'webp'))
    expect(failure.code).toBe(code)
    expect(failure.message).toMatch(SENTENCE)
    expect(failure.message).not.toMatch(JARGON)
  })

  it('still has a first image', async () => {
    const source = shop.file(
      'a.png',
      pngOf(changed(await three(), 1, 'fdAT', (one) => one.writeUInt32BE(7, 0))),
    )
    const made = await shop.convert(source, 'jpg')
    expect(made).toMatchObject({ ...CANVAS, warnings: [expect.stringMatching(/first image/)] })
  })

  it('cut short at any place', async () => {
    const whole = pngOf(await three())
    for (let length = 60; length < whole.length; length += 23) {
      const source = shop.file('a.png', whole.subarray(0, length))
      const failure = await failureOf(shop.convert(source, 'webp', {}, { format: 'png' }))
      expect(failure.code, String(length)).toBe('source_damaged')
    }
  })

  it('with a sum that is wrong', async () => {
    const whole = pngOf(await three())
    const at = whole.indexOf('fdAT') + 12
    whole.writeUInt8(whole.readUInt8(at) ^ 1, at)
    expect((await failureOf(shop.convert(shop.file('a.png', whole), 'gif'))).code).toBe('source_damaged')
  })

  it('with more pixels in all frames together than an image may have', async () => {
    const making = { width: 2000, height: 2000 }
    const chunks = await apngChunks([{ colour: '#f00' }, { colour: '#0f0', place: RIGHT }], making)
    const source = shop.file('a.png', pngOf(changed(chunks, 0, 'acTL', () => numbers(26, 0))))
    expect((await failureOf(shop.convert(source, 'webp'))).code).toBe('source_too_complex')
  })
})
