import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument, PDFName, PDFString, TextAlignment } from '@cantoo/pdf-lib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { fieldsOf, type PdfField } from './fields.ts'

const corpora = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'corpora', 'pdf')

async function read(data: Uint8Array): Promise<PdfField[]> {
  const task = getDocument({ data, verbosity: 0 })
  try {
    return await fieldsOf((await task.promise) as never)
  } finally {
    await task.destroy()
  }
}

/** A form with one field of each type, on its second page. */
async function form(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.addPage([400, 500])
  const page = document.addPage([400, 500])
  const fields = document.getForm()
  const name = fields.createTextField('tenant.name')
  name.setText('Ana Ruiz')
  name.setMaxLength(40)
  name.enableRequired()
  name.addToPage(page, { x: 50, y: 400, width: 200, height: 20, borderWidth: 0 })
  name.acroField.getWidgets()[0]!.dict.set(PDFName.of('TU'), PDFString.of('Full name of the tenant'))
  const notes = fields.createTextField('notes')
  notes.enableMultiline()
  notes.enableReadOnly()
  notes.addToPage(page, { x: 50, y: 300, width: 200, height: 60 })
  const code = fields.createTextField('code')
  code.setMaxLength(6)
  code.enableCombing()
  code.addToPage(page, { x: 50, y: 440, width: 120, height: 20 })
  const total = fields.createTextField('total')
  total.setAlignment(TextAlignment.Right)
  total.addToPage(page, { x: 200, y: 440, width: 120, height: 20 })
  const date = fields.createTextField('moves.in')
  date.addToPage(page, { x: 50, y: 260, width: 100, height: 20 })
  const script = (text: string) => ({ S: 'JavaScript', JS: PDFString.of(text) })
  const act = (field: typeof date, text: string) =>
    field.acroField.dict.set(
      PDFName.of('AA'),
      document.context.obj({ F: script(text), K: script(text) } as never),
    )
  act(date, 'AFDate_FormatEx("dd/mm/yyyy");')
  const phone = fields.createTextField('phone')
  phone.addToPage(page, { x: 50, y: 230, width: 100, height: 20 })
  act(phone, 'AFSpecial_Format(2);')
  const rent = fields.createTextField('rent')
  rent.addToPage(page, { x: 50, y: 200, width: 100, height: 20 })
  act(rent, 'AFNumber_Format(2, 0, 0, 0, "£", true);')
  const read = fields.createCheckBox('read')
  read.addToPage(page, { x: 50, y: 170, width: 16, height: 16 })
  read.check()
  const pays = fields.createRadioGroup('pays')
  pays.addOptionToPage('monthly', page, { x: 50, y: 140, width: 16, height: 16 })
  pays.addOptionToPage('yearly', page, { x: 90, y: 140, width: 16, height: 16 })
  pays.select('yearly')
  const city = fields.createDropdown('city')
  city.addOptions(['Bristol', 'Bath'])
  city.select('Bath')
  city.addToPage(page, { x: 50, y: 110, width: 100, height: 20 })
  const extras = fields.createOptionList('extras')
  extras.addOptions(['Garage', 'Garden', 'Cellar'])
  extras.enableMultiselect()
  extras.select(['Garage', 'Cellar'])
  extras.addToPage(page, { x: 200, y: 50, width: 100, height: 60 })
  return document.save()
}

describe('the fields of a form', () => {
  it('are read with their names, places, values and rules', async () => {
    const fields = await read(await form())
    const by = (name: string) => fields.filter((field) => field.name === name)
    expect(fields.every(({ page }) => page === 2)).toBe(true)
    expect(by('tenant.name')).toMatchObject([
      {
        type: 'text',
        value: 'Ana Ruiz',
        required: true,
        readOnly: false,
        multiline: false,
        maxLength: 40,
        tooltip: 'Full name of the tenant',
        format: null,
      },
    ])
    expect(by('tenant.name')[0]!.rect).toEqual([50, 400, 250, 420])
    expect(by('notes')).toMatchObject([{ type: 'text', multiline: true, readOnly: true, maxLength: null }])
    expect(by('moves.in')).toMatchObject([{ type: 'date', format: 'dd/mm/yyyy' }])
    expect(by('phone')).toMatchObject([{ type: 'text', format: 'phone' }])
    expect(by('rent')).toMatchObject([{ type: 'text', format: 'number' }])
    expect(by('code')).toMatchObject([{ comb: true, maxLength: 6, align: 'left' }])
    expect(by('total')).toMatchObject([{ comb: false, align: 'right' }])
    const [box] = by('read')
    expect(box).toMatchObject({ type: 'checkbox' })
    expect(box!.value, 'it is ticked').toBe(box!.on)
    expect(by('city')).toMatchObject([
      {
        type: 'choice',
        value: 'Bath',
        editable: false,
        options: [
          { value: 'Bristol', label: 'Bristol' },
          { value: 'Bath', label: 'Bath' },
        ],
      },
    ])
    expect(by('extras')).toMatchObject([{ type: 'list', several: true, value: ['Garage', 'Cellar'] }])
  })

  it('come once for each radio button, and each knows all that can be chosen', async () => {
    const buttons = (await read(await form())).filter(({ name }) => name === 'pays')
    expect(buttons).toHaveLength(2)
    expect(new Set(buttons.map(({ on }) => on)).size).toBe(2)
    for (const { type, options, value } of buttons) {
      expect(type).toBe('radio')
      expect(options.map((option) => option.value)).toEqual(buttons.map(({ on }) => on))
      expect(buttons.filter(({ on }) => on === value)).toHaveLength(1)
    }
  })

  it('say how far their text is rotated, also where their appearance alone says it', async () => {
    const document = await PDFDocument.create()
    const page = document.addPage([400, 500])
    const { context } = document
    const said = document.getForm().createTextField('said')
    said.addToPage(page, { x: 20, y: 20, width: 24, height: 160 })
    said.acroField.getWidgets()[0]!.getOrCreateAppearanceCharacteristics().setRotation(270)
    for (const [name, matrix] of [
      ['shown', [0, 1, -1, 0, 24, 0]],
      ['upright', [1, 0, 0, 1, 0, 0]],
    ] as const) {
      const field = document.getForm().createTextField(name)
      field.addToPage(page, { x: 120, y: 20, width: 24, height: 160 })
      const look = context.stream('/Tx BMC EMC', {
        ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 160, 24], Matrix: [...matrix] },
      })
      const [widget] = field.acroField.getWidgets()
      widget!.dict.delete(PDFName.of('MK'))
      widget!.dict.set(PDFName.of('AP'), context.obj({ N: context.register(look) }))
    }
    const bytes = await document.save({ updateFieldAppearances: false })
    const rotations = (await read(bytes)).map(({ name, rotation }) => [name, rotation])
    expect(Object.fromEntries(rotations)).toEqual({ said: 270, shown: 90, upright: 0 })
  })

  it('are none where the file is no form', async () => {
    const document = await PDFDocument.create()
    document.addPage()
    expect(await read(await document.save())).toEqual([])
  })

  it.runIf(existsSync(corpora))('are found in real forms, on the pages where they are', async () => {
    const two = await read(new Uint8Array(readFileSync(join(corpora, 'fields-two-pages.pdf'))))
    expect(new Set(two.map(({ page }) => page))).toEqual(new Set([1, 2]))
    // Only its appearance is rotated.
    const rotations = two.filter(({ name }) => name.startsWith('Text Box')).map(({ rotation }) => rotation)
    expect(rotations).toEqual([0, 90])
    const mixed = await read(new Uint8Array(readFileSync(join(corpora, 'form-fields-and-annotations.pdf'))))
    expect(mixed.length).toBeGreaterThan(0)
    for (const { name, rect } of mixed) {
      expect(name).not.toBe('')
      expect(rect).toHaveLength(4)
    }
  })
})
