import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  type EditorDraft,
  type EditorRecipient,
  faultsOf,
  fieldsOf,
  newRecipient,
  putRecipient,
  removeRecipient,
  removeSpot,
  setRect,
} from './draft.ts'
import { newField, removeOption, renameOption, withOption } from './new-field.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const person = (id: string, more: Partial<EditorRecipient> = {}): EditorRecipient => ({
  ...newRecipient(1),
  id,
  name: id,
  email: `${id}@mail.example`,
  ...more,
})
const rect = { x: 72, y: 200, width: 100, height: 20 }
const field = (kind: Parameters<typeof newField>[0], recipient: string, page = 1, y = 200) =>
  newField(kind, recipient, { page, rect: { ...rect, y } }, (number) => `Option ${number}`)
const draft = (more: Partial<EditorDraft> = {}): EditorDraft => ({
  title: 'Lease',
  message: '',
  recipients: [person('ana'), person('tom')],
  fields: [field('signature', 'ana'), field('date', 'ana', 1, 240), field('signature', 'tom', 2)],
  deadline_at: null,
  reminders: null,
  show_signatures: false,
  ...more,
})

describe('a draft', () => {
  it('removes the fields of a recipient who is removed or no longer signs', () => {
    expect(removeRecipient(draft(), 'ana').fields).toHaveLength(1)
    const approves = putRecipient(draft(), person('ana', { role: 'approver' }))
    expect(approves.fields.map(({ recipient_id }) => recipient_id)).toEqual(['tom'])
    expect(putRecipient(draft(), person('ana', { name: 'Ana Ruiz' })).fields).toHaveLength(3)
  })

  it('says what keeps it from being sent', () => {
    const kinds = (more: Partial<EditorDraft>) => faultsOf(draft(more), NOW).map(({ kind }) => kind)
    expect(kinds({})).toEqual([])
    expect(kinds({ title: '  ' })).toEqual(['no_title'])
    expect(kinds({ recipients: [], fields: [] })).toEqual(['no_signer'])
    expect(kinds({ fields: [field('signature', 'ana')] })).toEqual(['no_signature'])
    expect(kinds({ deadline_at: '2026-11-22T11:59:59.000Z' })).toEqual(['deadline_over'])
  })

  it('is kept without what the service would refuse: no title, a day that is over', () => {
    expect(bodyOf(draft({ title: ' ', deadline_at: '2026-11-01T00:00:00.000Z' }), NOW)).not.toHaveProperty(
      'title',
    )
    expect(bodyOf(draft({ deadline_at: '2026-11-01T00:00:00.000Z' }), NOW)).not.toHaveProperty('deadline_at')
    expect(bodyOf(draft({ title: ' Lease ' }), NOW)).toMatchObject({ title: 'Lease', deadline_at: null })
  })

  it('leads through fields as the document is read', () => {
    const fields = [field('text', 'ana', 2, 700), field('name', 'ana', 1, 100), field('date', 'ana', 1, 300)]
    expect(fieldsOf(draft({ fields }), 'ana').map(({ kind }) => kind)).toEqual(['date', 'name', 'text'])
  })

  it('removes a field with its last place, and a radio with its last but one', () => {
    const whole = draft()
    const [signature] = whole.fields
    expect(removeSpot(whole, { field: signature!.id, place: 0 }).fields).toHaveLength(2)
    const radio = withOption(field('radio', 'ana'), 'Never')
    expect(radio.places).toHaveLength(3)
    const two = removeSpot(draft({ fields: [{ ...radio, value: 'Never' }] }), { field: radio.id, place: 2 })
    expect(two.fields[0]).toMatchObject({ options: ['Option 1', 'Option 2'], value: null })
    expect(removeSpot(two, { field: radio.id, place: 0 }).fields).toEqual([])
  })

  it('moves one place of a field and leaves the others', () => {
    const radio = field('radio', 'ana')
    const moved = setRect(draft({ fields: [radio] }), { field: radio.id, place: 1 }, { ...rect, x: 300 })
    expect(moved.fields[0]?.places.map((place) => place.rect.x)).toEqual([72, 300])
  })

  it('renames an option everywhere', () => {
    const radio = { ...field('radio', 'ana'), value: 'Option 1' }
    expect(renameOption(radio, 0, 'Monthly')).toMatchObject({
      options: ['Monthly', 'Option 2'],
      value: 'Monthly',
      places: [{ option: 'Monthly' }, { option: 'Option 2' }],
    })
    expect(removeOption(withOption(radio, 'Third'), 0)).toMatchObject({
      value: null,
      places: [{ option: 'Option 2' }, { option: 'Third' }],
    })
  })
})
