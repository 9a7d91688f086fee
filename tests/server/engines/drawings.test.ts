import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'

const shop = new EngineHarness()
beforeAll(() => shop.open({ system: false }))
afterAll(() => shop.close())

type Group = [code: number, value: string | number]
const lines = (groups: readonly Group[]) => groups.map(([code, value]) => `${code}\n${value}\n`).join('')
const entity = (type: string, ...groups: Group[]) => lines([[0, type], [8, '0'], ...groups])
const line = (x1: number, y1: number, x2: number, y2: number, ...more: Group[]) =>
  entity('LINE', [10, x1], [20, y1], [11, x2], [21, y2], ...more)
const section = (name: string, content: string) => `0\nSECTION\n2\n${name}\n${content}0\nENDSEC\n`
const block = (name: string, content: string) =>
  `${lines([
    [0, 'BLOCK'],
    [8, '0'],
    [2, name],
    [70, 0],
    [10, 0],
    [20, 0],
    [30, 0],
  ])}${content}0\nENDBLK\n`
const layer = (name: string, color: number, flags = 0) =>
  lines([
    [0, 'LAYER'],
    [2, name],
    [70, flags],
    [62, color],
  ])
const dxf = (entities: string, { blocks = '', layers = '', header = '' } = {}) =>
  [
    section('HEADER', header),
    section(
      'TABLES',
      lines([
        [0, 'TABLE'],
        [2, 'LAYER'],
        [70, 9],
      ]) +
        layers +
        lines([[0, 'ENDTAB']]),
    ),
    section('BLOCKS', blocks),
    section('ENTITIES', entities),
    '0\nEOF\n',
  ].join('')

/** A frame, so that all images show the square from 0 to 100: a hundredth of the side is a unit. */
const FRAME = line(0, 0, 100, 0) + line(100, 0, 100, 100) + line(100, 100, 0, 100) + line(0, 100, 0, 0)

const SIDE = 520
/** Whether there is ink near a place of the drawing, and its color, as librsvg draws the result. */
async function inkOf(content: string | Uint8Array, options = {}) {
  const { path, warnings } = await shop.convert(shop.file('a.dxf', content), 'svg', options)
  const { data } = await sharp(path, { density: 96 })
    .resize(SIDE, SIDE, { fit: 'fill' })
    .flatten({ background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => [...data.subarray(3 * (y * SIDE + x), 3 * (y * SIDE + x) + 3)]
  return {
    warnings,
    svg: readFileSync(path, 'utf8'),
    at: (x: number, y: number, reach = 3): 'none' | 'black' | 'red' | 'green' => {
      // The margin is a fiftieth of the side.
      const [left, top] = [((x + 2) * SIDE) / 104, ((102 - y) * SIDE) / 104].map(Math.round) as [
        number,
        number,
      ]
      for (let dy = -reach; dy <= reach; dy++)
        for (let dx = -reach; dx <= reach; dx++) {
          const [red = 255, green = 255, blue = 255] = pixel(left + dx, top + dy)
          if (blue > 215) continue
          return red > green + 60 ? 'red' : green > red + 60 ? 'green' : 'black'
        }
      return 'none'
    },
  }
}

describe('DXF drawings', () => {
  it('have their lines, arcs and curves where they belong', async () => {
    const { at } = await inkOf(
      dxf(
        FRAME +
          entity('CIRCLE', [10, 30], [20, 70], [40, 20]) +
          entity('ARC', [10, 70], [20, 30], [40, 20], [50, 0], [51, 90]) +
          entity('ELLIPSE', [10, 70], [20, 70], [11, 20], [21, 0], [40, 0.5], [41, 0], [42, 2 * Math.PI]) +
          // A half circle below the chord from (10, 20) to (50, 20).
          entity('LWPOLYLINE', [90, 2], [70, 0], [10, 10], [20, 20], [42, 0.5], [10, 50], [20, 20]),
      ),
    )
    for (const [x, y] of [
      [50, 70],
      [30, 90],
      [10, 70],
      [30, 50],
    ] as const)
      expect(at(x, y), `circle ${x} ${y}`).toBe('black')
    expect(at(90, 30)).toBe('black')
    expect(at(70, 50)).toBe('black')
    expect(at(70, 10)).toBe('none')
    expect(at(50, 30)).toBe('none')
    expect(at(70, 80)).toBe('black')
    expect(at(70, 90)).toBe('none')
    expect(at(30, 10)).toBe('black')
    expect(at(30, 20)).toBe('none')
  })

  it('have splines that begin and end at their ends', async () => {
    const control: Group[] = [10, 40, 60, 90].flatMap((x, index): Group[] => [
      [10, x],
      [20, index % 3 === 0 ? 10 : 90],
    ])
    const knots = [0, 0, 0, 0, 1, 1, 1, 1].map((value): Group => [40, value])
    const { at } = await inkOf(
      dxf(FRAME + entity('SPLINE', [70, 8], [71, 3], [72, 8], [73, 4], [74, 0], ...knots, ...control)),
    )
    expect(at(10, 10)).toBe('black')
    expect(at(90, 10)).toBe('black')
    // By Bernstein: 10/8 + 3·90/8 + 3·90/8 + 10/8 = 70 in the middle.
    expect(at(50, 70)).toBe('black')
    expect(at(40, 88)).toBe('none')
  })

  it('have blocks that are scaled, turned and repeated, in the color of their layer', async () => {
    const arrow = block('ARROW', line(0, 0, 10, 0) + line(10, 0, 8, 2, [62, 3]))
    const insert = (...groups: Group[]) => entity('INSERT', [2, 'ARROW'], ...groups)
    const hull = (text: string) => text.replaceAll('8\n0\n', '8\nHull\n')
    const { at } = await inkOf(
      dxf(
        FRAME +
          hull(insert([10, 20], [20, 20], [41, 3], [42, 2], [50, 90])) +
          insert([10, 60], [20, 60], [70, 2], [71, 2], [44, 20], [45, 20]),
        { blocks: arrow, layers: layer('Hull', 1) },
      ),
    )
    expect(at(20, 35)).toBe('red')
    expect(at(18, 47)).toBe('green')
    for (const [x, y] of [
      [65, 60],
      [85, 60],
      [65, 80],
      [85, 80],
    ] as const)
      expect(at(x, y), `${x} ${y}`).toBe('black')
    expect(at(50, 35)).toBe('none')
  })

  it('have filled areas with their holes', async () => {
    const square = (from: number, to: number): Group[] => [
      [92, 2],
      [72, 0],
      [73, 1],
      [93, 4],
      ...[
        [from, from],
        [to, from],
        [to, to],
        [from, to],
      ].flatMap(([x = 0, y = 0]): Group[] => [
        [10, x],
        [20, y],
      ]),
      [97, 0],
    ]
    const hatch = entity(
      'HATCH',
      [62, 3],
      [10, 0],
      [20, 0],
      [30, 0],
      [2, 'SOLID'],
      [70, 1],
      [71, 0],
      [91, 2],
      ...square(20, 80),
      ...square(40, 60),
      [75, 0],
      [76, 1],
      [98, 1],
      [10, 0],
      [20, 0],
    )
    const { at } = await inkOf(dxf(FRAME + hatch))
    expect(at(30, 30, 0)).toBe('green')
    expect(at(50, 50, 0)).toBe('none')
    expect(at(75, 50, 0)).toBe('green')
  })

  it('have their texts, as text', async () => {
    const { svg, at } = await inkOf(
      dxf(
        FRAME +
          entity('TEXT', [10, 10], [20, 10], [40, 8], [1, 'Troms\\U+00F8 %%c12 <&>']) +
          entity(
            'MTEXT',
            [10, 10],
            [20, 90],
            [40, 5],
            [71, 1],
            [1, '{\\fArial|b1;Two}\\P\\H2x;lines \\S1#2; \\\\'],
          ),
      ),
    )
    expect(svg).toContain('>Tromsø ⌀12 &lt;&amp;&gt;</tspan>')
    expect(svg).toMatch(/>Two<\/tspan>.*>lines 1\/2 \\<\/tspan>/)
    expect(at(12, 13, 8)).toBe('black')
    expect(at(12, 87, 8)).toBe('black')
    expect(at(12, 95, 3)).toBe('none')
  })

  it('have no layers that are off or frozen, and no sheets of paper', async () => {
    const on = (name: string, text: string) => text.replace('8\n0\n', `8\n${name}\n`)
    const { at } = await inkOf(
      dxf(
        FRAME +
          on('Off', line(10, 50, 40, 50)) +
          on('Frozen', line(60, 50, 90, 50)) +
          line(50, 10, 50, 40, [67, 1]),
        { layers: layer('Off', -1) + layer('Frozen', 7, 1) },
      ),
    )
    for (const [x, y] of [
      [25, 50],
      [75, 50],
      [50, 25],
    ] as const)
      expect(at(x, y)).toBe('none')
  })

  it('say what is left out', async () => {
    const { warnings } = await inkOf(
      dxf(FRAME + entity('3DSOLID', [70, 1]) + entity('INSERT', [2, 'NOWHERE'], [10, 1], [20, 1])),
    )
    // dxf-parser passes over kinds that it does not know.
    expect(warnings).toContain('1 missing block could not be drawn and was left out.')
  })

  it('become images and pages, too, and are known by their bytes', async () => {
    const path = shop.file('a.txt', dxf(FRAME))
    expect((await shop.engines.detect({ path, filename: 'a.bin' }))?.format).toBe('dxf')
    const drawing = shop.file('a.dxf', dxf(FRAME, { header: '9\n$INSUNITS\n70\n4\n' }))
    const png = await shop.convert(drawing, 'png')
    expect(await sharp(png.path).metadata()).toMatchObject({ format: 'png', width: 416, height: 416 })
    const pdf = await shop.convert(drawing, 'pdf')
    expect(readFileSync(pdf.path).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('are read in the code page that they name', async () => {
    const text = entity('TEXT', [10, 10], [20, 10], [40, 8], [1, '@']).replace('@', '\xcf\xeb\xe0\xed')
    const file = dxf(FRAME + text, { header: '9\n$DWGCODEPAGE\n3\nANSI_1251\n' })
    expect((await inkOf(Buffer.from(file, 'latin1'))).svg).toContain('План')
  })

  describe('that are hostile', () => {
    it.each([
      ['cut', dxf(FRAME).slice(0, -20), 'source_damaged'],
      ['without its end mark', dxf(FRAME).slice(0, -6), 'source_damaged'],
      ['cut after its beginning', '0\nSECTION\n2\n', 'source_damaged'],
      ['empty', dxf(''), 'output_empty'],
      ['with no numbers', dxf(line(Number.NaN, 0, 1, 1)), 'output_empty'],
      [
        'with a block in itself',
        dxf(entity('INSERT', [2, 'A'], [10, 0], [20, 0]), {
          blocks: block('A', entity('INSERT', [2, 'A'], [10, 1], [20, 1])),
        }),
        'output_empty',
      ],
      [
        'with blocks that repeat blocks',
        dxf(entity('INSERT', [2, 'B9'], [10, 0], [20, 0]), {
          blocks: Array.from({ length: 10 }, (_, index) =>
            block(
              `B${index}`,
              index === 0
                ? FRAME
                : entity(
                    'INSERT',
                    [2, `B${index - 1}`],
                    [10, 1],
                    [20, 1],
                    [70, 1000],
                    [71, 1000],
                    [44, 1],
                    [45, 1],
                  ),
            ),
          ).join(''),
        }),
        'source_too_complex',
      ],
      [
        'with empty blocks that repeat blocks',
        dxf(entity('INSERT', [2, 'B9'], [10, 0], [20, 0]), {
          blocks: Array.from({ length: 10 }, (_, index) =>
            block(
              `B${index}`,
              index === 0
                ? ''
                : entity(
                    'INSERT',
                    [2, `B${index - 1}`],
                    [10, 1],
                    [20, 1],
                    [70, 1000],
                    [71, 1000],
                    [44, 1],
                    [45, 1],
                  ),
            ),
          ).join(''),
        }),
        'source_too_complex',
      ],
    ])('end with a sentence: %s', async (_, content, code) => {
      const failure = await failureOf(shop.convert(shop.file('a.dxf', content), 'svg'))
      expect(failure.code).toBe(code)
      expect(failure.message).toMatch(SENTENCE)
    })

    it('bring no markup of their own', async () => {
      const evil = '"/><script>alert(1)</script><image href="file:///etc/passwd"/>'
      const { svg } = await inkOf(
        dxf(
          FRAME +
            entity('TEXT', [10, 10], [20, 10], [40, 8], [1, evil]) +
            entity('MTEXT', [10, 10], [20, 10], [40, 8], [1, evil]),
        ),
      )
      expect(svg).not.toMatch(/<(script|image)/)
    })
  })
})
