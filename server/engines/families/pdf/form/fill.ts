import { PDFArray, PDFBool, PDFHexString, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import { EngineFailure } from '../../../kernel/engine.ts'
import { nested, sentence } from '../../../kernel/sentence.ts'
import type { Changes } from '../save/changes.ts'
import { styleOf } from './appearance.ts'
import { maxLengthOf } from './describe.ts'
import { completeButton } from './look-button.ts'
import { drawList } from './look-list.ts'
import { drawText, type TextKind } from './look-text.ts'
import { arrayAt, at, dictAt, nameOf, textOf } from './objects.ts'
import { buttonsOf, choicesOf } from './options.ts'
import { type Field, type Form, has, inherited, placesOf } from './tree.ts'
import type { Typesetter } from './typeset.ts'
import { type Decided, decide, type InputValue, quoted, refused } from './values.ts'

const key = (name: string) => PDFName.of(name)

/**
 * Sets field values and their appearances. Validates all values before the first change.
 * @throws `option_refused` with the field's name and the problem
 */
export async function fillForm(
  form: Form,
  values: Readonly<Record<string, InputValue>>,
  set: Typesetter,
  changes: Changes,
): Promise<void> {
  const byName = new Map(form.fields.toReversed().map((field) => [field.name, field]))
  const decided = Object.entries(values).map(([name, given]) => {
    const field = byName.get(name)
    if (!field)
      throw refused(sentence`The field ${quoted(name)} is not in this PDF. Look at its fields again.`)
    return { field, decision: decide(field, given) }
  })
  if (decided.length === 0) return
  const named = new Set(decided.map(({ field }) => field))
  for (const { field, decision } of decided) await fillField(form, field, decision, set, changes)
  await tidyForm(form, named, set, changes)
}

async function fillField(
  form: Form,
  field: Field,
  decided: Decided,
  set: Typesetter,
  changes: Changes,
): Promise<void> {
  for (const one of [field, ...field.twins]) {
    writeValue(one, decided)
    changes.touch(one.owner)
    for (const { dict, owner } of one.places) {
      changes.touch(owner)
      // A value on the widget would contradict the field's.
      if (dict !== one.dict) dict.delete(key('V'))
    }
  }
  if (decided.kind === 'state') {
    showState(field, decided.state)
    return
  }
  const text = decided.kind === 'text' ? decided.text : (decided.options[0]?.label ?? '')
  const chosen = decided.kind === 'chosen' ? decided.options.map(({ value }) => value) : []
  try {
    await draw(form, field, text, chosen, set)
  } catch (error) {
    // A character without a font: the error names the character; this adds the field.
    if (!(error instanceof EngineFailure)) throw error
    throw new EngineFailure(error.code, sentence`The field ${quoted(field.name)}: ${nested(error.message)}`)
  }
}

function writeValue(field: Field, decided: Decided): void {
  const { dict, type, chain } = field
  const { context } = dict
  for (const old of ['RV', 'DS']) dict.delete(key(old))
  if (decided.kind === 'text') dict.set(key('V'), PDFHexString.fromText(decided.text))
  else if (decided.kind === 'state') dict.set(key('V'), stateName(field, decided.state))
  else {
    const texts = decided.options.map(({ value }) => PDFHexString.fromText(value))
    const [first] = texts
    if (!first) {
      dict.delete(key('V'))
      // An inherited value would apply otherwise.
      if (chain.slice(1).some((above) => at(above, 'V') !== undefined)) dict.set(key('V'), context.obj([]))
    } else dict.set(key('V'), texts.length === 1 ? first : context.obj(texts))
    dict.delete(key('I'))
    const options = choicesOf(field)
    const indices = decided.options.map(({ value }) => options.findIndex((one) => one.value === value))
    if (type === 'list' && indices.length > 0 && indices.every((index) => index >= 0))
      dict.set(key('I'), context.obj(indices.toSorted((a, b) => a - b).map((index) => PDFNumber.of(index))))
  }
}

const OFF = key('Off')

const stateName = (field: Field, state: string | null): PDFName =>
  state === null ? OFF : (buttonsOf(field).find((one) => one.state === state)?.name ?? key(state))

function showState(field: Field, state: string | null): void {
  const kind = field.type === 'radio' ? 'radio' : 'checkbox'
  for (const button of buttonsOf(field)) {
    completeButton(button, kind)
    button.place.dict.set(key('AS'), state === button.state ? button.name : OFF)
  }
}

async function draw(
  form: Form,
  field: Field,
  text: string,
  chosen: readonly string[],
  set: Typesetter,
): Promise<void> {
  for (const place of placesOf(field)) {
    const style = styleOf(form, field, place)
    if (field.type === 'list') await drawList(set, place, style, choicesOf(field), new Set(chosen))
    else await drawText(set, place, style, text, textKind(field))
  }
}

function textKind(field: Field): TextKind {
  const { flags, type } = field
  const text = type === 'text'
  const multiline = text && has(flags, 'multiline')
  const password = text && has(flags, 'password')
  const cells = maxLengthOf(field)
  const comb = text && has(flags, 'comb') && !multiline && !password && cells !== null && cells > 0
  return { multiline, password, comb: comb ? cells : null }
}

/** Updates the form dictionary after values have changed. */
async function tidyForm(
  form: Form,
  named: ReadonlySet<Field>,
  set: Typesetter,
  changes: Changes,
): Promise<void> {
  const { acroForm, owner, document } = form
  if (!acroForm || !owner) return
  if (at(acroForm, 'NeedAppearances') === PDFBool.True) {
    // Readers would regenerate all appearances, without the bundled fonts, so all fields are drawn
    // here.
    for (const field of form.fields) if (!named.has(field)) await redraw(form, field, set, changes)
    acroForm.delete(key('NeedAppearances'))
    changes.touch(owner)
  }
  if (at(acroForm, 'XFA') !== undefined) {
    // XFA duplicates the old values, and programs that support it would show those.
    acroForm.delete(key('XFA'))
    document.catalog.delete(key('NeedsRendering'))
    changes.touch(owner)
    changes.touchCatalog()
  }
  if (form.strays.length > 0) {
    const fields = arrayAt(acroForm, 'Fields')
    const list = document.context.obj([...(fields?.asArray() ?? []), ...form.strays])
    acroForm.set(key('Fields'), list)
    changes.touch(owner)
  }
}

/** Draws the appearance of a text or list field if it has a value or no appearance. */
export async function redraw(form: Form, field: Field, set: Typesetter, changes: Changes): Promise<void> {
  if (!['text', 'choice', 'list'].includes(field.type)) return
  const value = inherited(field.chain, 'V')
  const texts =
    value instanceof PDFArray
      ? value.asArray().map((one) => textOf(one) ?? '')
      : [textOf(value) ?? nameOf(value) ?? '']
  if (texts.every((text) => text === '') && placesOf(field).every(({ dict }) => dictAt(dict, 'AP'))) return
  const label = choicesOf(field).find((one) => one.value === texts[0])?.label ?? texts[0] ?? ''
  try {
    await draw(form, field, label, texts, set)
  } catch (error) {
    // This field wasn't requested: on failure it keeps its appearance.
    if (!(error instanceof EngineFailure)) throw error
  }
  for (const { owner } of placesOf(field)) changes.touch(owner)
}
