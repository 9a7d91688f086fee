import { readFileSync } from 'node:fs'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PdfEdits } from '../../../contract/pdf-edits.ts'
import { FormReport } from '../../../server/engines/families/pdf/form/read-form.ts'
import { hasReal, inCorpora } from '../../corpora/files.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { hasPoppler, hasQpdf, noise, PdfShop, pagesOf, said } from './pdf-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
beforeAll(() => shop.open())
afterAll(() => shop.close())

type Edits = { [Key in keyof PdfEdits]?: unknown }
const save = (path: string, edits: Edits) => pdfs.run('edit', path, edits)

async function valuesOf(path: string): Promise<Record<string, unknown>> {
  const output = await pdfs.run('form_fields', path, {}, 'json')
  const report = FormReport.parse(JSON.parse(readFileSync(output.path, 'utf8')))
  return Object.fromEntries(report.fields.map(({ name, value }) => [name, value]))
}

/** The values of fields as qpdf reads them. */
function valuesByQpdf(path: string): Record<string, unknown> {
  const { acroform } = JSON.parse(said('qpdf', '--json=2', '--json-key=acroform', path)) as {
    acroform: { fields: { fullname: string; value: unknown }[] }
  }
  return Object.fromEntries(acroform.fields.map(({ fullname, value }) => [fullname, value]))
}

const checked = (path: string) => {
  if (hasQpdf) expect(said('qpdf', '--check', path)).toMatch(/No syntax or stream encoding errors/)
}
const textBy = (path: string) =>
  Buffer.from(said('pdftotext', '-enc', 'UTF-8', '-layout', path, '-'), 'latin1').toString('utf8')

/**
 * How many dark pixels there are in a rectangle of a page, in points from its lower left corner.
 */
async function ink(path: string, rect: [number, number, number, number], page = 1) {
  const { data, info } = await pdfs.grey(path, page, 72)
  const [x, y, width, height] = rect
  let dark = 0
  for (let row = info.height - y - height; row < info.height - y; row++)
    for (let column = x; column < x + width; column++)
      if ((data[Math.round(row) * info.width + Math.round(column)] ?? 255) < 140) dark++
  return dark
}

/** A form with one field of each kind that pdf-lib makes. */
async function form(): Promise<string> {
  const document = await pagesOf(['A form'], [400, 400])
  const page = document.getPage(0)
  const made = document.getForm()
  const at = (x: number, y: number, width = 150, height = 24) => ({ x, y, width, height })
  made.createTextField('person.name').addToPage(page, at(20, 300))
  const notes = made.createTextField('notes')
  notes.enableMultiline()
  notes.addToPage(page, at(20, 220, 150, 70))
  const code = made.createTextField('code')
  code.setMaxLength(6)
  code.enableCombing()
  code.addToPage(page, at(20, 180))
  const secret = made.createTextField('secret')
  secret.enablePassword()
  secret.addToPage(page, at(20, 140))
  const fixed = made.createTextField('fixed')
  fixed.setText('stays')
  fixed.enableReadOnly()
  fixed.addToPage(page, at(20, 100))
  made.createCheckBox('agree').addToPage(page, at(200, 300, 20, 20))
  const pay = made.createRadioGroup('pay')
  pay.addOptionToPage('card', page, at(200, 260, 20, 20))
  pay.addOptionToPage('cash', page, at(240, 260, 20, 20))
  const land = made.createDropdown('land')
  land.addOptions(['France', 'Ελλάδα', 'Spain'])
  land.addToPage(page, at(200, 220))
  const many = made.createOptionList('many')
  many.addOptions(['one', 'two', 'three'])
  many.enableMultiselect()
  many.addToPage(page, at(200, 130, 100, 70))
  return await pdfs.file('form.pdf', document)
}

describe('fields', () => {
  it('are given values that every reader finds, and that show where the field is', async () => {
    const path = await form()
    const fields = {
      'person.name': 'Ana Ruiz',
      notes: 'First line\nand a second one that is long enough to be broken',
      code: 'AB12',
      secret: 'hush',
      agree: true,
      pay: 'cash',
      land: 'Spain',
      many: ['one', 'three'],
    }
    const output = await save(path, { fields })
    expect(output).toMatchObject({ pages: 1, warnings: [], format: 'pdf' })
    checked(output.path)
    expect(await valuesOf(output.path)).toEqual({ ...fields, fixed: 'stays' })
    if (hasQpdf)
      expect(valuesByQpdf(output.path)).toMatchObject({
        'person.name': 'u:Ana Ruiz',
        agree: '/Yes',
        land: 'u:Spain',
        many: ['u:one', 'u:three'],
      })
    if (hasPoppler) {
      const text = textBy(output.path)
      for (const words of ['Ana Ruiz', 'First line', 'long enough', 'Spain', '\\*{4}', 'A *B *1 *2'])
        expect(text).toMatch(new RegExp(words))
      expect(text).not.toMatch(/hush/)
    }
    for (const rect of [
      [22, 302, 80, 20],
      [22, 262, 140, 26],
      [202, 302, 16, 16],
      [246, 266, 8, 8],
    ] as [number, number, number, number][]) {
      expect(await ink(path, rect), `${rect}`).toBe(0)
      expect(await ink(output.path, rect), `${rect}`).toBeGreaterThan(6)
    }
    expect(await ink(output.path, [206, 266, 8, 8])).toBe(0)
  })

  it('leave the rest of the file byte by byte as it came', async () => {
    const path = await form()
    const before = readFileSync(path)
    const after = readFileSync((await save(path, { fields: { agree: true } })).path)
    expect(after.subarray(0, before.length).equals(before)).toBe(true)
    expect(after.length - before.length).toBeLessThan(3000)
    const nothing = await save(path, {})
    expect(readFileSync(nothing.path).equals(before)).toBe(true)
  })

  it('take any script, and several lines, and emptiness', async () => {
    const path = await form()
    const fields = {
      'person.name': 'Γιώργος Щербаков',
      notes: '日本語の文章は空白なしで続きますから、どこでも折り返します。한국어',
      land: 'Ελλάδα',
    }
    const output = await save(path, { fields })
    expect(await valuesOf(output.path)).toMatchObject(fields)
    checked(output.path)
    if (hasPoppler) expect(textBy(output.path).replace(/\s+/g, '')).toContain('ΓιώργοςЩербаков')
    const rtl = await save(output.path, {
      fields: { 'person.name': 'שלום مرحبا', notes: '', land: '', agree: false },
    })
    expect(await valuesOf(rtl.path)).toMatchObject({ 'person.name': 'שלום مرحبا', notes: '', land: null })
    expect(await ink(rtl.path, [22, 222, 140, 66])).toBe(0)
    expect(await ink(rtl.path, [22, 302, 140, 20])).toBeGreaterThan(20)
    checked(rtl.path)
  })

  it.each([
    [{ 'no such': 'x' }, /^The field "no such" is not in this PDF/],
    [{ fixed: 'x' }, /^The field "fixed" can only be read/],
    [{ code: 'ABCDEFG' }, /^The field "code" takes at most 6 characters, and 7 came/],
    [{ agree: 'maybe' }, /^The field "agree" has no option "maybe"\. Choose "Yes"/],
    [{ pay: 'gold' }, /^The field "pay" has no option "gold"\. Choose "card", "cash"/],
    [{ pay: true }, /^The field "pay" takes one of its options/],
    [{ land: 'Mars' }, /^The field "land" has no option "Mars"/],
    [{ land: ['France', 'Spain'] }, /^The field "land" takes one option only/],
    [{ many: ['one', 'four'] }, /^The field "many" has no option "four"/],
    [{ 'person.name': true }, /^The field "person.name" takes text/],
    [{ 'person.name': '😀' }, /^The field "person.name": No font on this server has the character/],
  ])('refuse what they do not take: %j', async (fields, words) => {
    const failure = await failureOf(save(await form(), { fields }))
    expect(failure.code).toBe('option_refused')
    expect(failure.message).toMatch(words)
    expect(failure.message).toMatch(SENTENCE)
  })

  it('drop the second version of a form, and say so', async () => {
    const document = await PDFDocument.load(readFileSync(await form()))
    const acroForm = document.catalog.lookup(PDFName.of('AcroForm'), PDFDict)
    acroForm.set(PDFName.of('XFA'), PDFString.of('<xdp:xdp/>'))
    acroForm.set(PDFName.of('NeedAppearances'), document.context.obj(true))
    const path = shop.file('hybrid.pdf', await document.save({ updateFieldAppearances: false }))
    const output = await save(path, { fields: { code: 'X' } })
    expect(output.warnings).toEqual([expect.stringMatching(/XFA/)])
    const after = readFileSync(output.path)
    const again = (await PDFDocument.load(after)).catalog.lookup(PDFName.of('AcroForm'), PDFDict)
    for (const key of ['XFA', 'NeedAppearances']) expect(again.has(PDFName.of(key)), key).toBe(false)
    // What readers were to draw by themselves still shows.
    expect(await ink(output.path, [22, 102, 60, 20])).toBeGreaterThan(6)
  })

  it('that have no looks at all get some: boxes, rings, lists, turned fields', async () => {
    const document = await PDFDocument.load(readFileSync(await form()))
    const page = document.getPage(0)
    for (const [, object] of document.context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFDict)) continue
      if (object.get(PDFName.of('Subtype')) === PDFName.of('Widget')) object.delete(PDFName.of('AP'))
    }
    const turned = document.context.obj({
      ...{ Type: 'Annot', Subtype: 'Widget', FT: 'Tx', Rect: [350, 50, 374, 200], MK: { R: 90 } },
      ...{ T: PDFString.of('turned'), DA: PDFString.of('1 0 0 rg /Helv 0 Tf') },
    })
    const reference = document.context.register(turned)
    page.node.lookup(PDFName.of('Annots'), PDFArray).push(reference)
    const path = shop.file('bare.pdf', await document.save({ updateFieldAppearances: false }))
    const fields = { agree: true, pay: '1', many: ['two'], turned: 'Upwards' }
    const output = await save(path, { fields })
    checked(output.path)
    expect(await valuesOf(output.path)).toMatchObject({ agree: true, many: ['two'], turned: 'Upwards' })
    expect(await ink(output.path, [204, 304, 12, 12])).toBeGreaterThan(6)
    expect(await ink(output.path, [246, 266, 8, 8])).toBeGreaterThan(6)
    expect(await ink(output.path, [206, 266, 8, 8])).toBe(0)
    expect(await ink(output.path, [202, 132, 60, 66])).toBeGreaterThan(20)
    if (hasPoppler) {
      const [, x1, y1, x2, y2] =
        /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">Upwards</.exec(
          said('pdftotext', '-bbox', output.path, '-'),
        ) ?? []
      // It stands in its field, and is higher than it is wide.
      expect(Number(x1)).toBeGreaterThan(349)
      expect(Number(x2)).toBeLessThan(376)
      expect(Number(y2) - Number(y1)).toBeGreaterThan(Number(x2) - Number(x1))
    }
  })

  it('behind a password are filled in with it, and the result has none', async () => {
    const locked = await pdfs.run('encrypt', await form(), { user_password: 'open', owner_password: 'x' })
    expect((await failureOf(save(locked.path, { fields: { code: 'A' } }))).code).toBe('source_encrypted')
    const output = await save(locked.path, { fields: { code: 'A' }, password: 'open' })
    expect(await pdfs.inspect(output.path)).toMatchObject({ encrypted: false })
    expect(await valuesOf(output.path)).toMatchObject({ code: 'A' })
  })
})

describe('pages', () => {
  it('are put in order, turned, doubled and left out, with bookmarks and fields', async () => {
    const five = await pdfs.runAll(
      'merge',
      [
        [await pdfs.five(), 'pdf'],
        [await form(), 'pdf'],
      ],
      { outline: 'per_file' },
    )
    const pages = [
      { page: 6, rotate: 90 },
      { page: 2 },
      { blank: { width: 200, height: 100 } },
      { page: 1 },
      { page: 2 },
    ]
    const output = await save(five.path, { pages, fields: { code: 'ZZ' } })
    expect(output.pages).toBe(5)
    checked(output.path)
    const texts = await pdfs.texts(output)
    expect(texts.slice(1)).toEqual(['Two', '', 'One', 'Two'])
    expect(texts[0]).toMatch(/A form/)
    const facts = await pdfs.inspect(output.path)
    expect(facts.bookmarks).toEqual([
      { title: 'Counting', page: 4, level: 1 },
      { title: 'Document 2', page: 1, level: 1 },
    ])
    expect(facts.sizes).toContainEqual({ width: 200, height: 100, pages: 1 })
    expect(await valuesOf(output.path)).toMatchObject({ code: 'ZZ' })
    // What was to be written into a field that goes with its page goes too; one that never was is
    // refused.
    const without = await save(five.path, { pages: [{ page: 2 }], fields: { code: 'ZZ' } })
    expect(await valuesOf(without.path)).toEqual({})
    const failure = await failureOf(save(five.path, { pages: [{ page: 2 }], fields: { other: 'ZZ' } }))
    expect(failure).toMatchObject({ code: 'option_refused', message: expect.stringContaining('other') })
    if (hasPoppler) expect(said('pdfinfo', '-f', '1', '-l', '1', output.path)).toMatch(/rot: +90/)
  })

  it('come from further files, documents and images', async () => {
    const two = await pdfs.file('two.pdf', await pagesOf(['Six', 'Seven']))
    const output = await pdfs.runAll(
      'edit',
      [
        [await pdfs.five(), 'pdf'],
        [two, 'pdf'],
        [shop.file('p.png', await noise(96, 48).png().toBuffer()), 'png'],
      ],
      {
        pages: [
          ...[{ page: 5 }, { file: 1, page: 2 }, { page: 1 }],
          ...[
            { file: 2, page: 1 },
            { file: 1, page: 1 },
          ],
        ],
      },
    )
    expect(await pdfs.texts(output)).toEqual(['Five', 'Seven', 'One', '', 'Six'])
    expect((await pdfs.inspect(output.path)).sizes).toContainEqual({ width: 72, height: 36, pages: 1 })
  })

  it('come from a further file behind a password, with it alone', async () => {
    const two = await pdfs.file('two-open.pdf', await pagesOf(['Six', 'Seven']))
    const locked = await pdfs.run('encrypt', two, { user_password: 'open', owner_password: 'x' })
    const files: [string, string][] = [
      [await pdfs.five(), 'pdf'],
      [locked.path, 'pdf'],
    ]
    const pages = [{ page: 5 }, { file: 1, page: 2 }]
    const output = await pdfs.runAll('edit', files, { pages, file_passwords: { 1: 'open' } })
    expect(await pdfs.texts(output)).toEqual(['Five', 'Seven'])
    expect(output.warnings).toEqual([])
    for (const file_passwords of [undefined, { 1: 'wrong' }]) {
      const failure = await failureOf(pdfs.runAll('edit', files, { pages, file_passwords }))
      expect(failure.code).toBe('source_encrypted')
      expect(failure.message).toMatch(/^File 2: /)
    }
  })

  it('that are left out are nowhere in the result', async () => {
    const document = await pagesOf(['Stays', 'Rumpelstilz'])
    const [first, second] = document.getPages()
    const link = document.context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 50, 50],
      Dest: [second?.ref, 'Fit'],
    } as never)
    first?.node.set(PDFName.of('Annots'), document.context.obj([document.context.register(link)]))
    const output = await save(await pdfs.file('left-out.pdf', document), { pages: [{ page: 1 }] })
    expect(output.pages).toBe(1)
    const words = hasQpdf ? said('qpdf', '--qdf', '--object-streams=disable', output.path, '-') : ''
    expect(words).not.toContain(Buffer.from('Rumpelstilz').toString('hex').toUpperCase())
    expect(words).not.toContain('Rumpelstilz')
  })

  it.each([
    [{ pages: [{ page: 6 }] }, /^The PDF has 5 pages, so page 6 cannot be taken/],
    [{ pages: [{ file: 1, page: 1 }] }, /^File 1 is named, and only the PDF itself came/],
  ])('that are not there are refused: %j', async (edits, words) => {
    const failure = await failureOf(save(await pdfs.five(), edits))
    expect(failure.code).toBe('option_refused')
    expect(failure.message).toMatch(words)
    expect(failure.message).toMatch(SENTENCE)
  })

  it('by the thousand are put in another order', async () => {
    const document = await pagesOf(Array.from({ length: 1000 }, (_, index) => `Page ${index + 1}`))
    const path = await pdfs.file('thousand.pdf', document)
    const pages = Array.from({ length: 1000 }, (_, index) => ({
      page: 1000 - index,
      rotate: index % 2 === 0 ? 0 : 90,
    }))
    const output = await save(path, { pages })
    expect(output.pages).toBe(1000)
    if (hasPoppler) {
      const text = (page: number) =>
        said('pdftotext', '-f', `${page}`, '-l', `${page}`, output.path, '-').trim()
      expect([text(1), text(2), text(1000)]).toEqual(['Page 1000', 'Page 999', 'Page 1'])
    }
  })
})

describe('flattening', () => {
  it('draws what was filled in into the page', async () => {
    const output = await save(await form(), {
      fields: { 'person.name': 'Ana Ruiz', agree: true },
      flatten: true,
    })
    expect(await pdfs.inspect(output.path)).toMatchObject({ form: 'none', form_fields: 0, annotations: 0 })
    expect((await pdfs.texts(output))[0]).toMatch(/Ana Ruiz/)
    expect(await ink(output.path, [202, 302, 16, 16])).toBeGreaterThan(6)
    checked(output.path)
  })
})

describe('links', () => {
  it('can be followed in a flattened file', async () => {
    const document = await pagesOf(['One', 'Two'])
    const [first, second] = document.getPages()
    const link = (more: Record<string, unknown>) =>
      document.context.register(
        document.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [10, 10, 60, 30], ...more } as never),
      )
    const links = [
      link({ A: { S: 'URI', URI: PDFString.of('https://example.org/a') } }),
      link({ Dest: [second?.ref, 'Fit'] }),
    ]
    first?.node.set(PDFName.of('Annots'), document.context.obj(links))
    const note = { kind: 'text', page: 1, rect: { x: 20, y: 60, width: 80, height: 20 }, text: 'Written' }
    const output = await save(await pdfs.file('links.pdf', document), { marks: [note], flatten: true })
    checked(output.path)
    expect((await pdfs.texts(output))[0]).toMatch(/Written/)
    const made = await PDFDocument.load(readFileSync(output.path))
    const [one, two] = made.getPages()
    const kept = one?.node.lookup(PDFName.of('Annots'), PDFArray)
    expect(kept?.size()).toBe(2)
    expect(String(kept?.lookup(0))).toContain('https://example.org/a')
    const target = kept?.lookup(1, PDFDict).lookup(PDFName.of('Dest'), PDFArray).get(0)
    expect(target).toBe(two?.ref)
  })
})

describe('files', () => {
  it('that were signed are changed with a warning', async () => {
    const document = await pagesOf(['Signed'])
    const { context } = document
    const value = context.register(
      context.obj({
        Type: 'Sig',
        Filter: 'Adobe.PPKLite',
        SubFilter: 'adbe.pkcs7.detached',
        ByteRange: [0, 1, 2, 3],
        Contents: PDFHexString.of('00'),
      }),
    )
    const field = context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Widget',
        FT: 'Sig',
        T: PDFString.of('s'),
        Rect: [0, 0, 0, 0],
        V: value,
      }),
    )
    document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [field], SigFlags: 3 }))
    document.getPage(0).node.set(PDFName.of('Annots'), context.obj([field]))
    const path = await pdfs.file('signed.pdf', document)
    const output = await save(path, { marks: [{ kind: 'note', page: 1, at: { x: 50, y: 50 }, text: 'x' }] })
    expect(output.warnings).toEqual([expect.stringMatching(/signed digitally/)])
    const before = readFileSync(path)
    expect(readFileSync(output.path).subarray(0, before.length).equals(before)).toBe(true)
  })

  it('with faults of their own are put together anew', async () => {
    const sound = readFileSync(await form())
    const broken: Record<string, Buffer> = {
      'words before': Buffer.concat([Buffer.from('some words\n'), sound]),
      'words behind': Buffer.concat([sound, Buffer.from('\nsome words\n'.repeat(3))]),
      'no table': Buffer.from(sound.toString('latin1').replace(/startxref\n\d+/, 'startxref\n1'), 'latin1'),
    }
    for (const [name, bytes] of Object.entries(broken)) {
      const output = await save(shop.file('broken.pdf', bytes), { fields: { code: 'OK' } })
      expect(await valuesOf(output.path), name).toMatchObject({ code: 'OK' })
      checked(output.path)
    }
  })

  it('that come first must be the PDF', async () => {
    const png = shop.file(
      'p.png',
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    )
    const failure = await failureOf(
      pdfs.runAll(
        'edit',
        [
          [png, 'png'],
          [await pdfs.five(), 'pdf'],
        ],
        {},
      ),
    )
    expect(failure.code).toBe('source_unsupported')
    expect(failure.message).toMatch(SENTENCE)
  })

  it('that are damaged, locked or hostile end well, or with a sentence', async () => {
    const names = [
      ...[
        'bad13',
        'bad25',
        'pages-loop',
        'deep-pages',
        'outlines-with-loop',
        '20-pages',
        'enc-R3_V2_O_master',
      ],
      ...[
        'page-labels-num-tree-damaged',
        ...(hasReal ? ['veraPDF_test_suite_6-1-2-t01-fail-a'] : []),
        'form-fields-and-annotations',
      ],
    ].map((name) => `pdf/${name}.pdf`)
    for (const name of inCorpora(...names, 'hostile/page-loop.pdf', 'hostile/flate-bomb.pdf')) {
      const edits = {
        marks: [],
        fields: {},
        pages: [{ page: 1, rotate: 180 }, { blank: { width: 100, height: 100 } }],
      }
      const outcome = await save(name, edits).catch((error: unknown) => error)
      if (outcome instanceof Error) {
        expect(outcome.message, name).toMatch(SENTENCE)
        expect(['source_damaged', 'source_encrypted', 'output_wrong', 'memory_limit'], name).toContain(
          (outcome as { code?: string }).code,
        )
      } else {
        expect(outcome, name).toMatchObject({ pages: 2 })
        checked((outcome as { path: string }).path)
      }
    }
  })
})
