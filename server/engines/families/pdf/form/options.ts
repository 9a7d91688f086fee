import { PDFArray, type PDFDict, PDFName } from '@cantoo/pdf-lib'
import { at, dictAt, itemsOf, nameOf, textOf } from './objects.ts'
import { type Field, inherited, type Place, placesOf } from './tree.ts'

export interface Option {
  value: string
  label: string
}

const MAX_OPTIONS = 10_000

/** The options of a choice field: export value and display text. */
export function choicesOf(field: Field): Option[] {
  return optOf(field).flatMap((one) => {
    const pair = one instanceof PDFArray ? itemsOf(one) : [one]
    const value = textOf(pair[0])
    return value === undefined ? [] : [{ value, label: textOf(pair[1]) ?? value }]
  })
}

function optOf(field: Field) {
  const list = inherited(field.chain, 'Opt')
  if (!(list instanceof PDFArray)) return []
  return itemsOf(list).slice(0, MAX_OPTIONS)
}

const OFF = PDFName.of('Off')

/** The state of a button widget other than `Off`; null without an appearance that names it. */
export function onState(widget: PDFDict): PDFName | null {
  const looks = dictAt(widget, 'AP')
  for (const key of ['N', 'D']) {
    const states = looks && dictAt(looks, key)
    for (const name of states?.keys() ?? []) {
      if (name !== OFF) return name
    }
  }
  const shown = at(widget, 'AS')
  return shown instanceof PDFName && shown !== OFF ? shown : null
}

/** A widget of a radio button or checkbox with its on state and export value. */
export interface Button {
  place: Place
  state: string
  /** The state as a PDF name. */
  name: PDFName
  option: string
}

/**
 * The widgets of a radio button or checkbox. The export value is the field's `Opt` entry at the
 * index among `Kids` (ISO 32000-1, table 227), since states may be mere numbers, or else the state.
 */
export function buttonsOf(field: Field): Button[] {
  const exported = [field, ...field.twins].map((one) => optOf(one).map((text) => textOf(text)))
  let before = 0
  return [field, ...field.twins].flatMap((one, twin) =>
    one.places.map((place) => {
      const name = onState(place.dict) ?? (field.type === 'radio' ? PDFName.of(`${before++}`) : ticked(field))
      const state = nameOf(name) ?? 'Yes'
      const numbered = /^\d{1,4}$/.test(state) ? Number(state) : place.kid
      const option = exported[twin]?.[place.kid] ?? exported[twin]?.[numbered] ?? state
      return { place, state, name, option }
    }),
  )
}

/** The on state of a checkbox without appearance: its value if on, otherwise the default. */
function ticked({ chain }: Field): PDFName {
  const value = inherited(chain, 'V')
  return value instanceof PDFName && value !== OFF ? value : PDFName.of('Yes')
}

/** The options of a radio button without duplicates. */
export function radioOptions(field: Field): Option[] {
  const seen = new Set(buttonsOf(field).map(({ option }) => option))
  return [...seen].map((value) => ({ value, label: value }))
}

/** Whether a checkbox has several widgets with different export values, like a radio button. */
export const isSeveral = (field: Field): boolean =>
  placesOf(field).length > 1 && new Set(buttonsOf(field).map(({ state }) => state)).size > 1
