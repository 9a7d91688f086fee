import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '../../../server/engines/kernel/engine.ts'
import { EngineHarness } from './helpers.ts'
import { OFFICES } from './office-files.ts'

const shop = new EngineHarness()
let operations: Operation[] = []
beforeAll(async () => {
  await shop.open()
  operations = shop.engines.operations({})
})
afterAll(() => shop.close())

/** Numbers that may be negative. */
const SIGNED = ['shift']
/** Options that take any line of text: a watermark may say what a path says. */
const FREE = [
  'watermark text',
  'scan title',
  'page_numbers format',
  ...['title', 'author', 'subject', 'keywords'].map((name) => `metadata ${name}`),
  ...['encrypt user_password', 'encrypt owner_password', 'decrypt password'],
  ...['form_fields password', 'edit password', 'edit_check password'],
  ...['convert password', 'thumbnail password'],
]

describe('options', () => {
  it('bounds every number and forbids what is not named', () => {
    for (const { options, label } of operations) {
      expect(options.additionalProperties, label).toBe(false)
      expect(options.required ?? []).toEqual([])
      for (const [name, property] of Object.entries(options.properties)) {
        expect(property.title, `${label}: ${name}`).toEqual(expect.any(String))
        if (property.type !== 'integer' && property.type !== 'number') continue
        if (property.enum) continue
        expect(property.maximum, `${label}: ${name}`).toBeLessThanOrEqual(100_000)
        expect(property.minimum, `${label}: ${name}`).toBeGreaterThanOrEqual(
          SIGNED.includes(name) ? -100_000 : 0,
        )
      }
    }
  })

  it('refuses numbers out of bounds, whatever the operation', () => {
    const numeric = operations.flatMap((operation) =>
      Object.entries(operation.options.properties)
        .filter(([name, { type }]) => (type === 'integer' || type === 'number') && !SIGNED.includes(name))
        .map(([name]) => ({ operation, name })),
    )
    expect(numeric.length).toBeGreaterThan(30)
    const bad = fc.oneof(
      fc.constantFrom(1e9, -1, Number.NaN, 1e-9, Number.POSITIVE_INFINITY, -1e-9, '1', null, {}),
      fc.double({ min: 100_001, max: 1e300 }),
      fc.double({ max: -1, min: -1e300 }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...numeric), bad, ({ operation, name }, value) => {
        const checked = shop.engines.checkOptions(operation, { [name]: value })
        expect(checked.ok, `${operation.label}: ${name} = ${value}`).toBe(false)
        if (!checked.ok)
          expect(checked.errors[0]).toMatchObject({ path: name, message: expect.stringMatching(/\.$/) })
      }),
      { numRuns: 1500 },
    )
    for (const { operation, name } of numeric) {
      for (const value of [1e9, -1, Number.NaN, 1e-9]) {
        expect(
          shop.engines.checkOptions(operation, { [name]: value }).ok,
          `${operation.label}: ${name}`,
        ).toBe(false)
      }
    }
  })

  it('refuses hostile strings in every string option', () => {
    const strings = operations.flatMap((operation) =>
      Object.entries(operation.options.properties)
        .filter(([, { type }]) => type === 'string')
        .map(([name]) => ({ operation, name })),
    )
    const unprintable = ['a\u0000b', '\u001b[0m', 'x'.repeat(10_000), '1\n2']
    const foreign = ['/etc/passwd', '../x', '#fff"><script>']
    for (const { operation, name } of strings) {
      const free = FREE.includes(`${operation.operation} ${name}`)
      for (const value of free ? unprintable : [...unprintable, ...foreign]) {
        expect(
          shop.engines.checkOptions(operation, { [name]: value }).ok,
          `${name}: ${value.slice(0, 20)}`,
        ).toBe(false)
      }
    }
  })

  it('fills in the defaults and names what it does not know', () => {
    const [jpg] = shop.engines.operations({ from: 'png', to: 'jpg' })
    expect(shop.engines.checkOptions(jpg as Operation, {})).toMatchObject({
      ok: true,
      options: { quality: 82, background: '#ffffff', strip_metadata: true },
    })
    expect(shop.engines.checkOptions(jpg as Operation, { shine: 1 })).toEqual({
      ok: false,
      errors: [{ path: 'shine', message: 'This operation does not have this option.' }],
    })
    expect(shop.engines.checkOptions(structuredClone(jpg) as Operation, { quality: 101 })).toEqual({
      ok: false,
      errors: [{ path: 'quality', message: 'Must be at most 100.' }],
    })
  })
})

describe('formats', () => {
  it('offers each pair through exactly one entry of an operation', () => {
    for (const { format, outputs } of shop.engines.formats()) {
      expect(new Set(outputs).size).toBe(outputs.length)
      for (const to of outputs) {
        const names = shop.engines.operations({ from: format, to }).map(({ operation }) => operation)
        expect(names.length, `${format} → ${to}`).toBeGreaterThan(0)
        expect(new Set(names).size, `${format} → ${to}: ${names}`).toBe(names.length)
      }
    }
  })

  it('knows formats that it cannot convert, and says so by offering nothing', async () => {
    const small = new EngineHarness()
    await small.open({ system: false, memoryBytes: 500_000_000 })
    const known = new Map(small.engines.formats().map((format) => [format.format, format]))
    for (const name of ['doc', 'xls', 'ppt']) {
      expect(known.get(name), name).toMatchObject({ inputs: [], outputs: [] })
    }
    const office = small.engines.states().find(({ name }) => name === 'LibreOffice (WebAssembly)')
    expect(office).toMatchObject({ installed: false, install: expect.stringContaining('MEMORY_MB') })
    await small.close()
  })

  it('lacks what only engines do that WITHOUT_ENGINES names, and says so', async () => {
    const process = new EngineHarness()
    await process.open({ without: ['FontForge', 'HarfBuzz', 'wawoff2'] })
    expect(process.engines.operations({ from: 'ttf', to: 'woff2' })).toEqual([])
    expect(process.engines.operations({ from: 'md', to: 'html' })).not.toEqual([])
    const states = process.engines.states().filter(({ family }) => family === 'font')
    expect(states.map(({ installed, install }) => [installed, install])).toEqual(
      states.map(() => [false, 'The setting WITHOUT_ENGINES leaves it out.']),
    )
    await process.close()
    await expect(new EngineHarness().open({ without: ['Fontforge'] })).rejects.toThrow(
      'WITHOUT_ENGINES: there is no engine Fontforge; there are',
    )
  })

  it('offers the documents, images and PDF that it should', () => {
    const outputs = (format: string) =>
      shop.engines.formats().find((one) => one.format === format)?.outputs ?? []
    // The office adds DOC, and the pages as images.
    const office = OFFICES.some(({ here }) => here)
    expect(outputs('docx')).toHaveLength(office ? 38 : 35)
    if (office) expect(outputs('xls')).toEqual(expect.arrayContaining(['pdf', 'xlsx', 'ods', 'csv', 'html']))
    for (const format of ['xlsx', 'ods', 'odp'])
      expect(outputs(format)).toEqual(expect.arrayContaining(['pdf', 'docx', 'html', 'md', 'txt']))
    expect(outputs('md')).toEqual(expect.arrayContaining(['pdf', 'docx', 'epub', 'html']))
    expect(outputs('pdf')).toEqual(
      expect.arrayContaining(['txt', 'md', 'png', 'jpg', 'webp', 'docx', 'html', 'odt', 'rtf', 'epub']),
    )
    expect(outputs('svg')).toEqual(
      expect.arrayContaining(['avif', 'gif', 'jpg', 'png', 'tiff', 'webp', 'pdf', 'ico']),
    )
    expect(outputs('heic')).toEqual(expect.arrayContaining(['jpg', 'avif', 'webp', 'pdf', 'jxl']))
    expect(outputs('ttf')).toEqual(expect.arrayContaining(['otf', 'woff', 'woff2', 'eot', 'svgfont']))
    expect(outputs('wav')).toEqual(expect.arrayContaining(['mp3', 'm4a', 'flac', 'ogg', 'opus']))
    expect(outputs('obj')).toEqual(expect.arrayContaining(['glb', 'gltf', 'stl', 'usdz']))
    expect(shop.engines.formats('image').every(({ family }) => family === 'image')).toBe(true)
  })

  it.each([
    ['.JPEG', 'jpg'],
    ['jpg', 'jpg'],
    ['image/png', 'png'],
    ['TIF', 'tiff'],
    ['markdown', 'md'],
    ['tex', 'latex'],
    ['HTM', 'html'],
    ['exe', null],
    ['', null],
    ['__proto__', null],
    ['constructor', null],
  ])('calls %j %j', (given, name) => {
    expect(shop.engines.normalise(given)).toBe(name)
  })

  it('tells an operator what is installed', () => {
    for (const state of shop.engines.states()) {
      if (!state.system)
        expect(state).toMatchObject({ installed: true, version: expect.stringMatching(/^\d+\./) })
      else if (state.installed) expect(state.version, state.name).toMatch(/^\d/)
      else expect(state.install, state.name).toMatch(/^apt install /)
    }
  })
})
