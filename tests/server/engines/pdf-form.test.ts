import { readFileSync } from 'node:fs'
import { PDFDict, type PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FormReport } from '../../../server/engines/families/pdf/form/read-form.ts'
import { readScript } from '../../../server/engines/families/pdf/form/script.ts'
import { inCorpora } from '../../corpora/files.ts'
import { EngineHarness, failureOf, SENTENCE } from './helpers.ts'
import { PdfShop, pagesOf } from './pdf-files.ts'

const shop = new EngineHarness()
const pdfs = new PdfShop(shop)
beforeAll(() => shop.open())
afterAll(() => shop.close())

async function read(path: string, options: Record<string, unknown> = {}) {
  const output = await pdfs.run('form_fields', path, options, 'json')
  return FormReport.strict().parse(JSON.parse(readFileSync(output.path, 'utf8')))
}
const fieldOf = (report: FormReport, name: string) => report.fields.find((field) => field.name === name)

/** An object of a PDF, as pdf-lib takes it. */
type Raw = unknown
/** A document of one page whose form is written by hand; what is a widget stands on the page. */
async function formOf(fields: (document: PDFDocument) => Raw[], more: Record<string, Raw> = {}) {
  const document = await pagesOf(['Form', 'Second'])
  const { context } = document
  const made = fields(document).map((field) => context.register(context.obj(field as never)))
  document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: made, ...more } as never))
  const widgets = context
    .enumerateIndirectObjects()
    .filter(([, object]) => object instanceof PDFDict && object.has(PDFName.of('Rect')))
    .map(([reference]) => reference)
  document.getPage(0).node.set(PDFName.of('Annots'), context.obj(widgets))
  return document
}
const widget = (x: number, more: Record<string, Raw> = {}) => ({
  Type: 'Annot',
  Subtype: 'Widget',
  Rect: [x, 20, x + 40, 40],
  ...more,
})

describe('fields', () => {
  it('inherit from those above them, and are seen where their widgets stand', async () => {
    const document = await formOf(({ context }) => {
      const kid = (more: Record<string, Raw>) => context.register(context.obj(widget(20, more) as never))
      return [
        {
          T: PDFString.of('tenant'),
          FT: 'Tx',
          Ff: 2 | (1 << 12),
          MaxLen: 7,
          Kids: [
            kid({ T: PDFHexString.fromText('Größe'), TU: PDFString.of('How tall'), V: PDFString.of('1,80') }),
            kid({ T: PDFString.of('flat'), Ff: 1, MaxLen: 3, DV: PDFString.of('2b') }),
          ],
        },
        widget(100, { T: PDFString.of('merged'), FT: 'Tx', F: 2 }),
        { T: PDFString.of('nowhere'), FT: 'Tx', V: PDFString.of('x') },
      ]
    })
    const report = await read(await pdfs.file('inherits.pdf', document))
    expect(report).toMatchObject({ pages: 2, xfa: 'none', signed: false })
    expect(fieldOf(report, 'tenant.Größe')).toMatchObject({
      type: 'text',
      page: 1,
      rect: { x: 20, y: 20, width: 40, height: 20 },
      value: '1,80',
      tooltip: 'How tall',
      max_length: 7,
      required: true,
      read_only: false,
      flags: ['required', 'multiline'],
    })
    expect(fieldOf(report, 'tenant.flat')).toMatchObject({
      flags: ['read_only'],
      max_length: 3,
      default_value: '2b',
      value: null,
    })
    expect(fieldOf(report, 'merged')?.flags).toEqual(['hidden'])
    expect(fieldOf(report, 'nowhere')).toMatchObject({ page: null, rect: null, widgets: [], value: 'x' })
  })

  it('tell their options: states, exported values and labels', async () => {
    const document = await formOf((made) => {
      const { context } = made
      const look = () => context.register(context.flateStream('', { Type: 'XObject', Subtype: 'Form' }))
      const button = (x: number, state: string, more: Record<string, Raw> = {}) =>
        widget(x, { AP: { N: { [state]: look(), Off: look() } }, ...more })
      const kid = (one: Raw) => context.register(context.obj(one as never))
      return [
        button(10, 'An', { T: PDFString.of('tick'), FT: 'Btn', V: 'An' }),
        {
          T: PDFString.of('pay'),
          FT: 'Btn',
          Ff: (1 << 15) | (1 << 14),
          V: '1',
          Opt: [PDFString.of('by card'), PDFHexString.fromText('in bar – ja')],
          Kids: [kid(button(60, '0')), kid(button(110, '1'))],
        },
        // Each stands for what `Opt` has at its own place, whatever number its state is, and
        // whether a page shows the others.
        {
          T: PDFString.of('when'),
          FT: 'Btn',
          Ff: 1 << 15,
          V: '0',
          Opt: ['unseen', 'monthly', 'yearly'].map((one) => PDFString.of(one)),
          Kids: [{ Subtype: 'Widget' }, kid(button(300, '1')), kid(button(330, '0'))],
        },
        widget(160, {
          T: PDFString.of('land'),
          FT: 'Ch',
          Ff: (1 << 17) | (1 << 18),
          V: PDFString.of('de'),
          Opt: [[PDFString.of('de'), PDFString.of('Germany')], PDFString.of('France')],
        }),
        widget(210, {
          T: PDFString.of('many'),
          FT: 'Ch',
          Ff: 1 << 21,
          V: [PDFString.of('b'), PDFString.of('c')],
          Opt: ['a', 'b', 'c'].map((one) => PDFString.of(one)),
        }),
        widget(250, { T: PDFString.of('push'), FT: 'Btn', Ff: 1 << 16 }),
      ]
    })
    const report = await read(await pdfs.file('options.pdf', document))
    expect(fieldOf(report, 'tick')).toMatchObject({
      type: 'checkbox',
      value: true,
      widgets: [{ page: 1, option: 'An' }],
      options: null,
    })
    expect(fieldOf(report, 'pay')).toMatchObject({
      type: 'radio',
      value: 'in bar – ja',
      options: [
        { value: 'by card', label: 'by card' },
        { value: 'in bar – ja', label: 'in bar – ja' },
      ],
      widgets: [{ option: 'by card' }, { option: 'in bar – ja' }],
      flags: ['no_toggle_to_off'],
    })
    expect(fieldOf(report, 'when')).toMatchObject({
      value: 'yearly',
      widgets: [{ option: 'monthly' }, { option: 'yearly' }],
    })
    expect(fieldOf(report, 'land')).toMatchObject({
      type: 'choice',
      value: 'de',
      flags: ['editable'],
      options: [
        { value: 'de', label: 'Germany' },
        { value: 'France', label: 'France' },
      ],
    })
    expect(fieldOf(report, 'many')).toMatchObject({
      type: 'list',
      value: ['b', 'c'],
      flags: ['multi_select'],
    })
    expect(fieldOf(report, 'push')).toMatchObject({ type: 'button', value: null })
  })

  it('in trees that go in circles, too deep or twice by one name end in what can be read', async () => {
    const document = await formOf(({ context }) => {
      const loop = context.nextRef()
      context.assign(
        loop,
        context.obj({ T: PDFString.of('loop'), FT: 'Tx', Kids: [loop, loop], Parent: loop } as never),
      )
      let deep = context.register(context.obj({ T: PDFString.of('leaf'), FT: 'Tx' }))
      for (let depth = 0; depth < 3000; depth++)
        deep = context.register(context.obj({ T: PDFString.of('d'), Kids: [deep] } as never))
      return [
        { T: PDFString.of('a'), Kids: [loop, deep] },
        widget(10, { T: PDFString.of('same'), FT: 'Tx', V: PDFString.of('1') }),
        widget(60, { T: PDFString.of('same'), FT: 'Tx', V: PDFString.of('1') }),
      ]
    })
    const report = await read(await pdfs.file('odd.pdf', document))
    expect(report.fields.map(({ name }) => name)).toEqual(['same'])
    expect(fieldOf(report, 'same')?.widgets).toHaveLength(2)
  })

  it('that only the pages name are found', async () => {
    const document = await formOf(({ context }) => {
      context.register(context.obj(widget(10, { T: PDFString.of('stray'), FT: 'Tx' }) as never))
      return []
    })
    expect((await read(await pdfs.file('stray.pdf', document))).fields.map(({ name }) => name)).toEqual([
      'stray',
    ])
  })

  it('say which format their script wants, and nothing is run', async () => {
    const document = await formOf(() => [
      widget(10, {
        T: PDFString.of('date'),
        FT: 'Tx',
        AA: { F: { S: 'JavaScript', JS: PDFString.of('AFDate_FormatEx("dd/mm/yyyy");') } },
      }),
    ])
    expect(fieldOf(await read(await pdfs.file('date.pdf', document)), 'date')).toMatchObject({
      format: 'date',
      format_pattern: 'dd/mm/yyyy',
    })
    const of = (script: string) => Object.values(readScript(script)).join(' ')
    expect(of('AFNumber_Format(2, 0, 0, 0, "€ ", true);')).toBe('number € #,##0.00')
    expect(of('AFNumber_Keystroke(0, 2, 0, 0, " \\u20ac", false);')).toBe('number #.##0 €')
    expect(of('AFPercent_Format(1, 3);')).toBe('percent 0,0%')
    expect(of('AFSpecial_Format(0);')).toBe('postcode 99999')
    expect(of('AFSpecial_Format(2);')).toBe('phone (999) 999-9999')
    expect(of('AFSpecial_KeystrokeEx("AA99");')).toBe('other AA99')
    expect(of('AFTime_Format(0);')).toBe('time HH:MM')
    expect(of('AFDate_Format(2);')).toBe('date mm/dd/yy')
    expect(readScript('while (true) {}')).toEqual({ format: 'other', format_pattern: null })
    expect(readScript(`AFDate_FormatEx(${'('.repeat(9000)}`)).toEqual({
      format: 'other',
      format_pattern: null,
    })
  })
})

describe('forms', () => {
  it('of XFA are told apart: with fields besides, and without', async () => {
    const xfa = { XFA: [PDFString.of('template'), PDFString.of('<xdp/>')] }
    const both = await formOf(() => [widget(10, { T: PDFString.of('a'), FT: 'Tx' })], xfa)
    expect(await read(await pdfs.file('hybrid.pdf', both))).toMatchObject({
      xfa: 'hybrid',
      fields: [{ name: 'a' }],
    })
    const only = await formOf(() => [{ T: PDFString.of('a'), FT: 'Tx' }], xfa)
    const path = await pdfs.file('only.pdf', only)
    expect(await read(path)).toMatchObject({ xfa: 'only', fields: [] })
    const failure = await failureOf(pdfs.run('edit', path, { fields: { a: 'x' } }))
    expect(failure.code).toBe('source_unsupported')
    expect(failure.message).toMatch(SENTENCE)
  })

  it('are said to be signed where a signature has a value', async () => {
    const made = await formOf(() => [
      widget(10, { T: PDFString.of('sign'), FT: 'Sig', V: { Type: 'Sig', Filter: 'X' } }),
    ])
    const report = await read(await pdfs.file('signed.pdf', made))
    expect(report).toMatchObject({ signed: true, fields: [{ type: 'signature', value: true }] })
  })

  it('behind a password open with it alone', async () => {
    const plain = await pdfs.file(
      'plain.pdf',
      await formOf(() => [widget(10, { T: PDFString.of('a'), FT: 'Tx', V: PDFString.of('ä') })]),
    )
    const locked = await pdfs.run('encrypt', plain, { user_password: 'open', owner_password: 'own' })
    for (const password of [undefined, 'wrong']) {
      const failure = await failureOf(read(locked.path, password ? { password } : {}))
      expect(failure.code).toBe('source_encrypted')
      expect(failure.message).toMatch(SENTENCE)
    }
    for (const password of ['open', 'own'])
      expect((await read(locked.path, { password })).fields).toMatchObject([{ name: 'a', value: 'ä' }])
  })

  it('are empty where there is none', async () => {
    expect(await read(await pdfs.five())).toEqual({ pages: 5, fields: [], xfa: 'none', signed: false })
  })
})

describe('forms of the corpora', () => {
  it.each(inCorpora('pdf/fields-two-pages.pdf'))('are read as other programs read them: %s', async (path) => {
    const report = await read(path)
    expect(report.pages).toBe(2)
    const told = report.fields.map(({ name, type, page, value }) => [name, type, page, value])
    expect(told).toContainEqual(['text2', 'text', 2, 'salad ÷πʬ'])
    expect(told).toContainEqual(['r1', 'radio', 1, '2'])
    expect(told).toContainEqual(['checkbox2', 'checkbox', 2, true])
    expect(told).toContainEqual(['combodrop1', 'choice', 2, 'delta'])
    expect(told).toHaveLength(14)
  })

  it('that are damaged end well, or with a sentence', async () => {
    const names = ['bad13', 'pages-loop', 'deep-pages', 'outlines-with-loop', '20-pages']
    for (const name of inCorpora(...names.map((one) => `pdf/${one}.pdf`))) {
      const outcome = await read(name).catch((error: unknown) => error)
      if (outcome instanceof Error) {
        expect(['source_damaged', 'source_encrypted'], name).toContain((outcome as { code?: string }).code)
        expect(outcome.message).toMatch(SENTENCE)
      } else expect(outcome, name).toMatchObject({ fields: [] })
    }
  })
})
