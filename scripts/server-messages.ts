import { parseSync, traverse, type types } from '@babel/core'
import type { ExtractorType } from '@lingui/conf'
import { EVENTS } from '../contract/events.ts'
import { DEFAULT_PRICING } from '../server/core/billing/default-pricing.ts'
import { optionFields } from '../src/features/convert/options/options-schema.ts'
import { SERVER } from '../src/lib/server-text.ts'

type Expression = types.TaggedTemplateExpression['quasi']['expressions'][number]

/** The files that stand for the texts of a table: operations, templates, plans, events. */
const CATALOG = /server\/engines\/catalog\.ts$/
const TEMPLATES = /server\/features\/pipelines\/templates\.ts$/
const PRICING = /server\/core\/billing\/default-pricing\.ts$/
const EVENT_CATALOG = /server\/features\/webhooks\/event-catalog\.ts$/

/**
 * Finds what the server says to people: its sentences by their tag, and the words of operations,
 * options and templates in the tables themselves. Each becomes a message whose id is its English
 * pattern.
 */
export const serverMessages: ExtractorType = {
  match: (filename) => /\/server\/.*(?<!\.test|\.d)\.ts$/.test(filename),
  async extract(filename, code, found) {
    const say = (text: string, line = 1) =>
      text && found({ id: SERVER + text, message: text, origin: [filename, line, 0] })
    for (const { pattern, line } of sentencesIn(filename, code)) say(pattern, line)
    if (CATALOG.test(filename)) for (const text of await operationTexts()) say(text)
    if (TEMPLATES.test(filename)) for (const text of templateTexts(filename, code)) say(text)
    // Names of plans are names of products, which nobody translates.
    const { free, plans } = DEFAULT_PRICING
    if (PRICING.test(filename)) for (const { description } of [free, ...plans]) say(description)
    if (EVENT_CATALOG.test(filename)) for (const { description } of Object.values(EVENTS)) say(description)
  },
}

function parsed(filename: string, code: string): types.Node {
  const options = { filename, babelrc: false, configFile: false }
  const file = parseSync(code, { ...options, parserOpts: { plugins: ['typescript'] } })
  if (!file) throw new Error(`${filename} could not be parsed.`)
  return file
}

function sentencesIn(filename: string, code: string): { pattern: string; line: number }[] {
  if (!code.includes('sentence`')) return []
  const all: { pattern: string; line: number }[] = []
  traverse(parsed(filename, code), {
    TaggedTemplateExpression(path) {
      const { tag, quasi } = path.node
      if (tag.type !== 'Identifier' || tag.name !== 'sentence') return
      const declared = (expression: Expression) => {
        if (expression.type !== 'Identifier') return expression
        const binding = path.scope.getBinding(expression.name)?.path.node
        return binding?.type === 'VariableDeclarator' && binding.init ? binding.init : expression
      }
      const parts = quasi.quasis.map(({ value }) => value.cooked ?? '')
      const values = quasi.expressions.map((expression) => pluralOf(declared(expression), code))
      for (const one of choicesOf(values))
        all.push({ pattern: patternWith(parts, values, one), line: path.node.loc?.start.line ?? 1 })
    },
  })
  return all
}

/** `plural(number, one, other)` as it stands in the code. */
interface CodedPlural {
  number: string
  one: string
  other: string
}

/** Null for any other value. */
function pluralOf(value: types.Node, code: string): CodedPlural | null {
  if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier') return null
  if (value.callee.name !== 'plural') return null
  const [number, one, other] = value.arguments
  if (!number || one?.type !== 'StringLiteral' || other?.type !== 'StringLiteral')
    throw new Error('The forms of a plural are written out, so that they can be translated.')
  const { start, end } = number
  return { number: code.slice(start ?? 0, end ?? 0), one: one.value, other: other.value }
}

/** Every choice of the numbers that are one. */
function choicesOf(values: readonly (CodedPlural | null)[]): Set<string>[] {
  const numbers = new Set(values.flatMap((value) => value?.number ?? []))
  return [...numbers].reduce<Set<string>[]>(
    (choices, number) => choices.flatMap((choice) => [choice, new Set([...choice, number])]),
    [new Set()],
  )
}

function patternWith(parts: string[], values: (CodedPlural | null)[], one: Set<string>): string {
  let number = 0
  const next = () => `{${number++}}`
  const shown = (value: CodedPlural | null) =>
    value ? (one.has(value.number) ? value.one : value.other).replace('#', next) : next()
  return parts.map((part, index) => (index === 0 ? part : shown(values[index - 1] ?? null) + part)).join('')
}

/**
 * Names of operations, and labels and descriptions of their options, as if every engine were
 * installed.
 */
async function operationTexts(): Promise<Set<string>> {
  const { buildCatalog } = await import('../server/engines/catalog.ts')
  const everything = { has: () => true, get: () => ({}) } as unknown as Parameters<typeof buildCatalog>[0]
  const texts = new Set<string>()
  for (const { operation } of buildCatalog(everything)) {
    if (operation.operation !== 'convert') texts.add(operation.label)
    for (const field of optionFields(operation.options)) {
      texts.add(field.label)
      if (field.help) texts.add(field.help)
      if (field.kind === 'choice') for (const { label } of field.choices) texts.add(label)
    }
  }
  return texts
}

function templateTexts(filename: string, code: string): string[] {
  const texts: string[] = []
  traverse(parsed(filename, code), {
    ObjectProperty({ node: { key, value } }) {
      if (key.type !== 'Identifier' || value.type !== 'StringLiteral') return
      if (key.name === 'name' || key.name === 'description') texts.push(value.value)
    },
  })
  return texts
}
