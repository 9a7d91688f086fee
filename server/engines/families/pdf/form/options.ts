import { PDFArray, type PDFDict, PDFName } from '@cantoo/pdf-lib'
import { at, dictAt, itemsOf, nameOf, textOf } from './objects.ts'
import { type Field, inherited, type Place, placesOf } from './tree.ts'

export interface Option {
  value: string
  label: string
}

const MAX_OPTIONS = 10_000

/** What a choice or a list offers: what is stored, and what is read. */
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

/** The state of a button's widget that is not `Off`; null where it has no look by which to tell. */
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

/** A place of a radio button or a checkbox, its state when it is on, and what that stands for. */
export interface Button {
  place: Place
  state: string
  /** The state as it is written down. */
  name: PDFName
  option: string
}

/**
 * The places of a radio button or a checkbox. What one stands for is what the field's `Opt` says
 * for its place among the `Kids` (PDF 32000-1, table 227), since states may be mere numbers there,
 * and else the state itself.
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

/**
 * The state of a checkbox that has no look to tell it: its value where it is on, and else the usual
 * one.
 */
function ticked({ chain }: Field): PDFName {
  const value = inherited(chain, 'V')
  return value instanceof PDFName && value !== OFF ? value : PDFName.of('Yes')
}

/** The options of a radio button, each once. */
export function radioOptions(field: Field): Option[] {
  const seen = new Set(buttonsOf(field).map(({ option }) => option))
  return [...seen].map((value) => ({ value, label: value }))
}

/**
 * Whether a checkbox has several boxes of which each says something else, as a radio button's do.
 */
export const isSeveral = (field: Field): boolean =>
  placesOf(field).length > 1 && new Set(buttonsOf(field).map(({ state }) => state)).size > 1
