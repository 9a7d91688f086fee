import type { z } from 'zod'
import type { FieldValue } from '../../../../../contract/pdf-edits.ts'
import { EngineFailure } from '../../../kernel/engine.ts'
import { type Sentence, sentence } from '../../../kernel/sentence.ts'
import { maxLengthOf } from './describe.ts'
import { buttonsOf, choicesOf, type Option } from './options.ts'
import { type Field, has } from './tree.ts'

export type InputValue = z.infer<typeof FieldValue>

/** The new value of a field, by its type. */
export type Decided =
  | { kind: 'text'; text: string }
  /** The on state; null for none. */
  | { kind: 'state'; state: string | null }
  | { kind: 'chosen'; options: Option[] }

/**
 * Converts an input value for a field.
 * @throws `option_refused` with the field's name and the problem
 */
export function decide(field: Field, given: InputValue): Decided {
  if (has(field.flags, 'read_only'))
    throw refused(sentence`The field ${quoted(field.name)} can only be read. Leave it out.`)
  switch (field.type) {
    case 'text':
      return { kind: 'text', text: textFor(field, given) }
    case 'checkbox':
    case 'radio':
      return { kind: 'state', state: stateFor(field, given) }
    case 'choice':
    case 'list':
      return { kind: 'chosen', options: chosenFor(field, given) }
    case 'signature':
      throw refused(
        sentence`The field ${quoted(field.name)} is for a signature, which is not written as a value. Leave it out.`,
      )
    default:
      throw refused(sentence`The field ${quoted(field.name)} is a button and holds no value. Leave it out.`)
  }
}

function textFor(field: Field, given: InputValue): string {
  if (typeof given !== 'string')
    throw refused(
      sentence`The field ${quoted(field.name)} takes text, and something else came. Give it a text.`,
    )
  const text = given.replace(/\r\n?/g, '\n')
  const most = maxLengthOf(field)
  const length = [...text].length
  if (most !== null && length > most)
    throw refused(
      sentence`The field ${quoted(field.name)} takes at most ${most} characters, and ${length} came. Shorten the text.`,
    )
  return has(field.flags, 'multiline') ? text : text.replaceAll('\n', ' ')
}

function stateFor(field: Field, given: InputValue): string | null {
  const buttons = buttonsOf(field)
  if (given === false || given === '' || given === 'Off') return null
  if (given === true && field.type === 'checkbox') return buttons[0]?.state ?? 'Yes'
  if (typeof given !== 'string')
    throw field.type === 'radio'
      ? takesAnOption(field)
      : refused(sentence`The field ${quoted(field.name)} is ticked or not. Give it true or false.`)
  const found = buttons.find(({ option }) => option === given) ?? buttons.find(({ state }) => state === given)
  if (!found)
    throw noSuchOption(
      field,
      given,
      buttons.map(({ option }) => option),
    )
  return found.state
}

function chosenFor(field: Field, given: InputValue): Option[] {
  if (typeof given === 'boolean') throw takesAnOption(field)
  const options = choicesOf(field)
  const wanted = (typeof given === 'string' ? [given] : given).filter((one) => one !== '')
  const several = field.type === 'list' && has(field.flags, 'multi_select')
  if (wanted.length > 1 && !several)
    throw refused(sentence`The field ${quoted(field.name)} takes one option only. Choose one.`)
  return wanted.map((one) => {
    const found = options.find(({ value }) => value === one) ?? options.find(({ label }) => label === one)
    if (found) return found
    if (field.type === 'choice' && has(field.flags, 'editable')) return { value: one, label: one }
    throw noSuchOption(
      field,
      one,
      options.map(({ label }) => label),
    )
  })
}

export const quoted = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text)

const takesAnOption = ({ name }: Field) =>
  refused(sentence`The field ${quoted(name)} takes one of its options. Name one.`)

function noSuchOption({ name }: Field, given: string, options: readonly string[]): EngineFailure {
  if (options.length === 0)
    return refused(sentence`The field ${quoted(name)} has no option ${quoted(given)}. It has none at all.`)
  const some = [...new Set(options)].slice(0, 8).map(quoted).join(', ')
  return options.length > 8
    ? refused(sentence`The field ${quoted(name)} has no option ${quoted(given)}. Choose ${some} or another.`)
    : refused(sentence`The field ${quoted(name)} has no option ${quoted(given)}. Choose ${some}.`)
}

/** The error for an invalid value; `why` names the field. */
export const refused = (why: Sentence): EngineFailure => new EngineFailure('option_refused', why)
