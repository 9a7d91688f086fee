import { readFileSync } from 'node:fs'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../../server/engines/kernel/limits.ts'
import { checkZip, readZipDirectory, readZipEntry } from '../../../server/engines/kernel/source/zip.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'

const MODEL =
  '<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1" type="model"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/><vertex x="0" y="0" z="1"/></vertices><triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/><triangle v1="1" v2="2" v3="3"/><triangle v1="0" v2="3" v3="2"/></triangles></mesh></object></resources><build><item objectid="1"/></build></model>'
const MEMBERS = {
  '[Content_Types].xml':
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>',
  '_rels/.rels':
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
  '3D/3dmodel.model': MODEL,
}

/** A ZIP64 file, as lib3mf writes it: every size and offset stands in extra fields. */
async function zip64(members: Record<string, string>): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { zip64: true, useWebWorkers: false })
  for (const [name, text] of Object.entries(members))
    await writer.add(name, new Uint8ArrayReader(Buffer.from(text)))
  return Buffer.from(await writer.close())
}

describe('ZIP64', () => {
  const shop = new EngineHarness()
  beforeAll(async () => {
    await shop.open()
  })
  afterAll(() => shop.close())

  it('3MF is read', async () => {
    const bytes = await zip64(MEMBERS)
    expect(bytes.includes(Buffer.from('ffffffffffffffff', 'hex'))).toBe(true)
    const { path, format } = await shop.convert(shop.file('a.3mf', bytes), 'stl')
    expect(format).toBe('stl')
    expect(readFileSync(path).readUInt32LE(80)).toBe(4)
  })

  it('tells the sizes and places of its entries', async () => {
    const path = shop.file('a.zip', await zip64(MEMBERS))
    const entries = readZipDirectory(path, 10)
    expect(entries.map(({ name, inflated }) => [name, inflated])).toEqual(
      Object.entries(MEMBERS).map(([name, text]) => [name, text.length]),
    )
    expect(readZipEntry(path, entries, '3D/3dmodel.model', 10_000)?.toString()).toBe(MODEL)
  })

  it('is held to the limits by its true sizes', async () => {
    const bytes = await zip64({ 'a.txt': 'x'.repeat(1000) })
    const path = shop.file('a.zip', bytes)
    expect(() => checkZip(path, { ...DEFAULT_LIMITS, zipInflatedBytes: 999 })).toThrow(/unpacks to far more/)
    expect(checkZip(path, DEFAULT_LIMITS)).toHaveLength(1)
    expect(() => readZipDirectory(path, 0)).toThrow(/unpacks to far more/)
    // The size in the extra field of the directory's entry: 2^60 bytes.
    const directory = bytes.lastIndexOf(Buffer.from('504b0102', 'hex'))
    const field = bytes.indexOf(Buffer.from('0100', 'hex'), directory + 46 + 'a.txt'.length)
    const bomb = Buffer.from(bytes)
    bomb.writeBigUInt64LE(2n ** 60n, field + 4)
    expect(() => checkZip(shop.file('b.zip', bomb), DEFAULT_LIMITS)).toThrow(/unpacks to far more/)
  })

  it('is damaged where its records are missing or point out of the file', async () => {
    const bytes = await zip64(MEMBERS)
    const locator = bytes.lastIndexOf(Buffer.from('504b0607', 'hex'))
    const record = bytes.lastIndexOf(Buffer.from('504b0606', 'hex'))
    for (const [at, value] of [
      [locator, 0n],
      [locator + 8, 2n ** 63n],
      [record, 0n],
      [record + 48, 2n ** 62n],
    ] as const) {
      const wrong = Buffer.from(bytes)
      wrong.writeBigUInt64LE(value, at)
      const failure = await failureOf(shop.convert(shop.file('a.3mf', wrong), 'stl'))
      expect(failure.code).toBe('source_damaged')
      expect(failure.message).toMatch(SENTENCE)
    }
  })
})
