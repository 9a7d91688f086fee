import { createRequire } from 'node:module'
import type DxfParserClass from 'dxf-parser'
import type { IDxf, IEntity } from 'dxf-parser'
import { EngineFailure } from '../../kernel/engine.ts'
import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
import { escapeXml } from '../ooxml/xml-text.ts'
import { colorOfIndex } from './color.ts'
import { LEADING, RADIANS, textOf } from './dxf-text.ts'
import { type Entity, numberOf, pointOf } from './entity.ts'
import { apply, compose, IDENTITY, type Matrix, type Point, placed } from './geometry.ts'
import { HatchReader } from './hatch.ts'
import { type Outline, outlineOf } from './outline.ts'

// The package is CommonJS and exports only its class.
const DxfParser = createRequire(import.meta.url)('dxf-parser') as typeof DxfParserClass

/** Maximum number of elements: nested block references grow exponentially. */
const MOST_ELEMENTS = 300_000
const MOST_POINTS = 5_000_000
const DEPTH = 16
/** Millimeters per unit by `$INSUNITS`; other units count as millimeters. */
const MILLIMETRES: Readonly<Record<number, number>> = { 1: 25.4, 2: 304.8, 4: 1, 5: 10, 6: 1000, 14: 100 }
/** Longest side of the image in CSS pixels. */
const MOST_PIXELS = 4000
const FEWEST_PIXELS = 400
const BY_BLOCK = 0
/** Entities that other programs don't print either. */
const UNSEEN = ['POINT', 'ATTDEF', 'VIEWPORT']

interface Place {
  matrix: Matrix
  /** Inherited from the containing block. */
  color: string
  depth: number
}

/**
 * Renders a drawing in top view as SVG in the file's units, with warnings about losses.
 * @throws EngineFailure for a damaged, empty or too large drawing
 */
export function drawDxf(text: string): { svg: string; warnings: Sentence[] } {
  const drawing = new Drawing(parse(text))
  return { svg: drawing.svg(), warnings: drawing.warnings() }
}

function parse(text: string): IDxf {
  const parser = new DxfParser()
  parser.registerEntityHandler(HatchReader as never)
  try {
    const parsed = parser.parseSync(text)
    if (parsed) return parsed
  } catch (error) {
    process.stderr.write(`${error}\n`)
  }
  throw new EngineFailure(
    'source_damaged',
    sentence`The drawing is damaged and could not be read. Open it in the program that made it, and save it again as DXF.`,
  )
}

class Drawing {
  readonly #dxf: IDxf
  readonly #elements: string[] = []
  readonly #lost = new Map<string, { count: number; name: string }>()
  #left = MOST_POINTS
  #low: Point = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY }
  #high: Point = { x: Number.NEGATIVE_INFINITY, y: Number.NEGATIVE_INFINITY }

  constructor(dxf: IDxf) {
    this.#dxf = dxf
    // SVG's y axis points down.
    const matrix = { ...IDENTITY, d: -1 }
    for (const entity of dxf.entities ?? []) this.#draw(entity, { matrix, color: '#000000', depth: 0 })
  }

  svg(): string {
    const [width, height] = [this.#high.x - this.#low.x, this.#high.y - this.#low.y]
    if (this.#elements.length === 0 || !(width + height >= 0)) {
      throw new EngineFailure(
        'output_empty',
        sentence`The drawing has nothing in its model that can be drawn.`,
      )
    }
    const size = Math.max(width, height) || 1
    const margin = size * 0.02
    const unit = MILLIMETRES[numberOf(this.#dxf.header?.$INSUNITS)] ?? 1
    const pixels = Math.min(MOST_PIXELS, Math.max(FEWEST_PIXELS, (size * unit * 96) / 25.4)) / size
    const box = [this.#low.x - margin, this.#low.y - margin, width + 2 * margin, height + 2 * margin]
    const [, , boxWidth = 1, boxHeight = 1] = box
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.map(short).join(' ')}" width="${short(boxWidth * pixels)}" height="${short(boxHeight * pixels)}">`,
      `<g fill="none" stroke-width="${short(size / 800)}" stroke-linecap="round" stroke-linejoin="round">`,
      ...this.#elements,
      '</g></svg>\n',
    ].join('\n')
  }

  warnings(): Sentence[] {
    return [...this.#lost.values()].map(
      ({ count, name }) =>
        sentence`${count} ${name} could not be drawn and ${plural(count, 'was', 'were')} left out.`,
    )
  }

  #draw(given: IEntity, place: Place): void {
    const entity = given as unknown as Entity
    if (entity.inPaperSpace === true || entity.visible === false || this.#isHidden(entity)) return
    const color = this.#colorOf(entity, place.color)
    const outline = outlineOf(entity)
    if (outline) this.#path(outline, place.matrix, color)
    else if (entity.type === 'TEXT' || entity.type === 'MTEXT') this.#text(entity, place.matrix, color)
    else if (entity.type === 'INSERT') this.#insert(entity, place, color)
    else if (entity.type === 'DIMENSION') this.#block(String(entity.block ?? ''), below(place, color))
    else if (!UNSEEN.includes(entity.type))
      this.#leave('object of an unknown kind', 'objects of an unknown kind')
    for (let unread = numberOf(entity.unread); unread > 0; unread--)
      this.#leave('outline of a hatch', 'outlines of hatches')
  }

  #path({ lines, filled }: Outline, matrix: Matrix, color: string): void {
    const data = lines
      .filter(({ length }) => length > 1)
      .map((points) => `M${points.map((point) => this.#place(matrix, point)).join('L')}${filled ? 'Z' : ''}`)
    if (data.length === 0 || data.some((one) => one.includes('NaN'))) return
    const paint = filled ? `fill="${color}" fill-rule="evenodd"` : `stroke="${color}"`
    this.#add(`<path ${paint} d="${data.join('')}"/>`)
  }

  #text(entity: Entity, matrix: Matrix, color: string): void {
    const { lines, height, at, angle, align, down } = textOf(entity)
    if (height <= 0 || lines.every((line) => line.trim() === '')) return
    const own = compose(matrix, placed(at, angle, 1, -1))
    // Estimates a character's width as 0.6 of its height.
    const width = 0.6 * height * lines.reduce((most, { length }) => Math.max(most, length), 0)
    const left = [0, -width / 2, -width][align] ?? 0
    const corners = [
      { x: left, y: down - height },
      { x: left + width, y: down + LEADING * height * (lines.length - 1) },
    ]
    if (corners.map((corner) => this.#place(own, corner)).includes('NaN')) return
    const spans = lines
      .map(
        (line, index) =>
          `<tspan x="0" y="${short(down + LEADING * index * height)}">${escapeXml(line)}</tspan>`,
      )
      .join('')
    const { a, b, c, d, e, f } = own
    const anchor = ['start', 'middle', 'end'][align]
    // Text height in DXF is the cap height.
    const size = short(height * 1.35)
    this.#add(
      `<text fill="${color}" font-family="sans-serif" font-size="${size}" text-anchor="${anchor}" transform="matrix(${[a, b, c, d, e, f].map(short).join(' ')})">${spans}</text>`,
    )
  }

  #insert(entity: Entity, place: Place, color: string): void {
    const name = String(entity.name ?? '')
    const scale = (value: unknown) => (value === undefined ? 1 : numberOf(value))
    const base = pointOf(this.#dxf.blocks?.[name]?.position)
    const angle = numberOf(entity.rotation) * RADIANS
    const [columns, rows] = [entity.columnCount, entity.rowCount].map((value) =>
      Math.min(1000, Math.max(1, Math.floor(numberOf(value ?? 1)))),
    ) as [number, number]
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const offset = { x: column * numberOf(entity.columnSpacing), y: row * numberOf(entity.rowSpacing) }
        const shifted = apply(placed(pointOf(entity.position), angle, 1, 1), offset)
        const own = placed(shifted, angle, scale(entity.xScale), scale(entity.yScale))
        const matrix = compose(compose(place.matrix, own), { ...IDENTITY, e: -base.x, f: -base.y })
        this.#block(name, below({ ...place, matrix }, color))
      }
    }
  }

  #block(name: string, place: Place): void {
    this.#spend()
    const block = this.#dxf.blocks?.[name]
    if (!block || place.depth > DEPTH) this.#leave('missing block', 'missing blocks')
    else for (const entity of block.entities ?? []) this.#draw(entity, place)
  }

  /** Maps a point to the image and extends the image's bounds. */
  #place(matrix: Matrix, point: Point): string {
    this.#spend()
    const { x, y } = apply(matrix, point)
    if (!Number.isFinite(x) || !Number.isFinite(y)) return 'NaN'
    this.#low = { x: Math.min(this.#low.x, x), y: Math.min(this.#low.y, y) }
    this.#high = { x: Math.max(this.#high.x, x), y: Math.max(this.#high.y, y) }
    return `${short(x)} ${short(y)}`
  }

  /** Charges each point and each block, since an empty block can be repeated too. */
  #spend(): void {
    if (--this.#left < 0) throw tooLarge()
  }

  #add(element: string): void {
    if (this.#elements.length >= MOST_ELEMENTS) throw tooLarge()
    this.#elements.push(element)
  }

  #leave(one: string, many: string): void {
    const count = (this.#lost.get(many)?.count ?? 0) + 1
    this.#lost.set(many, { count, name: count === 1 ? one : many })
  }

  #layerOf({ layer }: Entity) {
    return this.#dxf.tables?.layer?.layers?.[String(layer ?? '')]
  }

  #isHidden(entity: Entity): boolean {
    const layer = this.#layerOf(entity)
    return layer?.visible === false || layer?.frozen === true
  }

  #colorOf(entity: Entity, ofBlock: string): string {
    if (entity.colorIndex === BY_BLOCK) return ofBlock
    // Objects of layer 0 in a block inherit its color.
    const color =
      entity.color ??
      colorOfIndex(numberOf(entity.colorIndex)) ??
      (entity.layer === '0' && ofBlock !== '#000000' ? undefined : this.#layerOf(entity)?.color)
    if (typeof color !== 'number') return ofBlock
    // White means the foreground color.
    return color === 0xffffff ? '#000000' : `#${(color & 0xffffff).toString(16).padStart(6, '0')}`
  }
}

const tooLarge = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The drawing is too large to convert in one piece. Save the part that you need as a file of its own.`,
  )

const below = (place: Place, color: string): Place => ({ ...place, color, depth: place.depth + 1 })

const short = (value: number): string => String(Number(value.toPrecision(9)))
