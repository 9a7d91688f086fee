import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EngineHarness, failureOf, JARGON, SENTENCE, until } from './helpers.ts'
import { ENCRYPTION, hasOffice, OFFICES, odt, odtWithMacro, workbook } from './office-files.ts'
import { Trap } from './trap.ts'
import { docx } from './zips.ts'

const shop = new EngineHarness()
const wasmShop = new EngineHarness()
const trap = new Trap(shop.folder)

beforeAll(async () => {
  // Its own engines: they are closed at the end.
  await shop.open({})
  await wasmShop.open({ system: false })
  await trap.open()
})
afterAll(async () => {
  trap.close()
  await shop.close()
  await wasmShop.close()
})

async function textOf(path: string): Promise<string> {
  return readFileSync((await shop.convert(path, 'txt', {}, { format: 'pdf' })).path, 'utf8').trim()
}

/** Both builds of LibreOffice must withstand the same files. */
const BUILDS = OFFICES.map(({ engine, here, settings }) => ({
  engine,
  here,
  build: settings ? wasmShop : shop,
}))

const offices = () => shop.processes('soffice.bin')

describe('documents that reach out', () => {
  const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const FRAME =
    'draw:name="a" text:anchor-type="as-char" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" svg:width="5cm" svg:height="5cm"'
  const sources: [string, () => string | Buffer][] = [
    [
      'a.docx',
      () =>
        docx(
          `words</w:t></w:r></w:p><w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="a"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="0" name="a"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="${RELATIONSHIPS}" r:link="rId9"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p><w:p><w:r><w:t>end`,
          {
            'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="${RELATIONSHIPS}/image" Target="http://127.0.0.1:${trap.port}/a.png" TargetMode="External"/></Relationships>`,
          },
        ),
    ],
    [
      'a.odt',
      () =>
        odt({
          body: `<text:p>words <draw:frame ${FRAME}><draw:image xlink:href="http://127.0.0.1:${trap.port}/a.png" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p><text:section text:name="s"><text:section-source xlink:href="http://127.0.0.1:${trap.port}/b.odt"/><text:p>old</text:p></text:section>`,
        }),
    ],
    [
      'a.rtf',
      () =>
        `{\\rtf1 words {\\field{\\*\\fldinst INCLUDEPICTURE "http://127.0.0.1:${trap.port}/a.png" \\\\d}{\\fldrslt x}}{\\field{\\*\\fldinst INCLUDETEXT "http://127.0.0.1:${trap.port}/b.docx"}{\\fldrslt y}}}`,
    ],
    [
      'a.ods',
      () =>
        workbook(
          `<table:table table:name="A"><table:table-row><table:table-cell office:value-type="string" table:formula="of:=WEBSERVICE(&quot;http://127.0.0.1:${trap.port}/c&quot;)"><text:p>words</text:p></table:table-cell></table:table-row></table:table><table:table table:name="B"><table:table-source xlink:href="http://127.0.0.1:${trap.port}/d.ods" table:mode="copy-all" xlink:type="simple"/></table:table>`,
        ),
    ],
  ]

  const made = new Map<string, Promise<Buffer>>()
  /** A document with nothing wrong, made once. */
  const sound = (format: string): Promise<Buffer> => {
    const start = () =>
      format === 'xlsx' ? shop.file('a.csv', 'a,b\n1,2\n') : shop.file('a.md', '# Title\n\ntext\n')
    const make = async () => readFileSync((await shop.convert(start(), format)).path)
    const known = made.get(format) ?? make()
    made.set(format, known)
    return known
  }

  describe.each(BUILDS.filter(({ here }) => here))('$engine', ({ build }) => {
    it.each(sources)('%s calls nobody', async (name, make) => {
      const output = await build.convert(shop.file(name, make()), 'pdf')
      if (name !== 'a.ods') expect(await textOf(output.path)).toContain('words')
      expect(trap.requests).toBe(0)
    })

    it('runs no macro', async () => {
      const output = await build.convert(shop.file('a.odt', odtWithMacro()), 'pdf')
      expect(await textOf(output.path)).toBe('before')
    })

    it('ends a document without end, and converts the next', async () => {
      const rows = Array(30_000).fill('1,2,3,4,5,6,7,8,9,10').join('\n')
      const stop = new AbortController()
      const stages: [string, number | null][] = []
      const long = build.convert(shop.file('a.csv', rows), 'xlsx', {}, { signal: stop.signal, stages })
      const failed = failureOf(long)
      await until(() => stages.some(([stage]) => stage === 'Converting'))
      stop.abort()
      expect((await failed).code).toBe('cancelled')
      expect((await build.convert(shop.file('a.docx', docx('after')), 'pdf')).pages).toBe(1)
    })

    it.each(['docx', 'odt', 'rtf', 'pptx', 'xlsx'])('a broken %s ends with a sentence', async (format) => {
      const bytes = Buffer.from(await sound(format))
      if (format === 'rtf') bytes.fill('{\\', 6)
      else bytes.fill(0x5a, 600, Math.floor(bytes.length * 0.7))
      const outcome = await build
        .convert(shop.file(`a.${format}`, bytes), 'pdf', {}, { format })
        .catch((error) => error)
      if (outcome instanceof Error) {
        expect(outcome.message).toMatch(SENTENCE)
        expect(outcome.message).not.toMatch(JARGON)
      } else expect(outcome.pages).toBeGreaterThan(0)
    })
  })
})

describe.runIf(hasOffice)('documents that cannot be opened', () => {
  /**
   * Changes a document of the office's own, found by what stands in it, so that it says that it is
   * encrypted.
   */
  async function locked(format: 'doc' | 'xls', change: (bytes: Buffer) => unknown): Promise<string> {
    const source =
      format === 'doc'
        ? shop.file('a.docx', docx('many words '.repeat(900)))
        : shop.file('a.csv', 'a,b,c,d\n'.repeat(300))
    const bytes = readFileSync((await shop.convert(source, format)).path)
    change(bytes)
    return shop.file(`a.${format}`, bytes)
  }
  /** How the text of a DOC and the cells of an XLS begin, as the office writes them. */
  const FIB = Buffer.from('eca50101', 'hex')
  const BOF = Buffer.from('0908100000060500', 'hex')

  const cases: [string, string, () => Promise<string>][] = [
    [
      'an ODT',
      'odt',
      async () => shop.file('a.odt', odt({ body: '<text:p>x</text:p>', encryption: ENCRYPTION })),
    ],
    // A bit in the header of the text.
    ['a DOC', 'doc', () => locked('doc', (bytes) => bytes.writeUInt8(0x13, bytes.indexOf(FIB) + 11))],
    // The record after the first becomes one that says how the rest is encrypted.
    ['an XLS', 'xls', () => locked('xls', (bytes) => bytes.writeUInt16LE(0x2f, bytes.indexOf(BOF) + 20))],
  ]
  it.each(cases)('%s behind a password', async (_, format, make) => {
    const failure = await failureOf(shop.convert(await make(), 'pdf', {}, { format }))
    expect(failure.code).toBe('source_encrypted')
    expect(failure.message).toMatch(SENTENCE)
  })

  it.each(['doc', 'xls', 'ppt', 'odt', 'docx', 'rtf'])('a broken %s', async (format) => {
    const modern = { ppt: 'pptx', xls: 'xlsx' }[format] ?? 'docx'
    const start = format === 'xls' ? shop.file('a.csv', 'a,b\n1,2\n') : shop.file('a.md', '# Title\n\ntext\n')
    const source = await shop.convert(start, modern)
    const whole =
      format === 'docx' ? source.path : (await shop.convert(source.path, format, {}, { format: modern })).path
    const bytes = readFileSync(whole)
    if (format === 'rtf') bytes.fill('{\\', 6)
    // What is between the beginning and the end, which say what it is.
    else bytes.fill(0x5a, 600, Math.floor(bytes.length * 0.7))
    const outcome = await shop
      .convert(shop.file(`a.${format}`, bytes), 'pdf', {}, { format })
      .catch((error) => error)
    if (outcome instanceof Error) {
      expect(outcome.message).toMatch(SENTENCE)
      expect(outcome.message).not.toMatch(JARGON)
      expect(outcome).toMatchObject({ code: expect.stringMatching(/^source_|^engine_failed$/) })
    } else expect(outcome.pages).toBeGreaterThan(0)
  })
})

describe.runIf(hasOffice)('under load and under fire', () => {
  it('converts ten at once, each to its own', async () => {
    const outputs = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        shop.convert(
          shop.file('a.docx', docx(`Document number ${index}`)),
          'pdf',
          {},
          { owner: `o${index % 2}` },
        ),
      ),
    )
    for (const [index, { path }] of outputs.entries())
      expect(await textOf(path)).toBe(`Document number ${index}`)
  })

  it('starts again when the office is killed in the middle of a document, or between two', async () => {
    const long = docx(Array(4000).fill('many words in a row').join('</w:t></w:r></w:p><w:p><w:r><w:t>'))
    const path = shop.file('long.docx', long)
    const stages: [string, number | null][] = []
    const job = shop.convert(path, 'pdf', {}, { stages })
    await until(() => stages.some(([stage]) => stage === 'Converting'))
    for (const pid of offices()) process.kill(pid, 'SIGKILL')
    expect((await job).pages).toBeGreaterThan(10)
    for (const pid of offices()) process.kill(pid, 'SIGKILL')
    await until(() => offices().length === 0)
    expect((await shop.convert(path, 'pdf')).pages).toBeGreaterThan(10)
  })

  it('ends all of it when the time is up', async () => {
    const own = new EngineHarness()
    await own.open({ limits: { wallMs: 300 } })
    try {
      const rows = Array(60_000).fill('1,2,3,4,5,6,7,8,9,10').join('\n')
      const failure = await failureOf(own.convert(own.file('a.csv', rows), 'xlsx'))
      expect(failure.code).toBe('time_limit')
    } finally {
      await own.close()
    }
  })
})

it.runIf(hasOffice)('leaves nothing running', async () => {
  await shop.engines.close()
  await until(() => offices().length === 0)
  expect(existsSync(join(shop.folder, 'children'))).toBe(true)
})
