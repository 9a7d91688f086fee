/** Option values by name. */
export type OptionValues = Record<string, unknown>

/**
 * One option of an operation, from its JSON Schema. Unsupported options are omitted and keep their
 * default.
 */
export type OptionField = {
  name: string
  label: string
  help: string | null
  initial: unknown
} & (
  | { kind: 'number'; min: number | null; max: number | null; step: number; optional: boolean }
  /** `raw` is the sent value: a schema's choices may be numbers, and controls only have strings. */
  | { kind: 'choice'; choices: { value: string; label: string; raw: unknown }[] }
  | { kind: 'switch' }
  | { kind: 'colour' }
  | { kind: 'text'; pattern: RegExp | null; secret: boolean }
  /** Several texts, one per line. */
  | { kind: 'lines'; most: number }
)

interface Property {
  type?: string
  title?: string
  label?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  enumLabels?: string[]
  minimum?: number
  maximum?: number
  multipleOf?: number
  pattern?: string
  format?: string
  maxItems?: number
  items?: { type?: string }
}

/** `strip_metadata` → "Strip metadata": for schemas without a title. */
const humanise = (name: string): string => {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isColour = ({ format, pattern }: Property): boolean =>
  format === 'color' || (pattern?.startsWith('^#') ?? false)

function patternOf(pattern: string | undefined): RegExp | null {
  try {
    return pattern === undefined ? null : new RegExp(pattern, 'u')
  } catch {
    return null
  }
}

type Translate = (english: string) => string

function fieldOf(name: string, property: Property, say: Translate): OptionField | null {
  const shared = {
    name,
    label: say(property.title ?? property.label ?? humanise(name)),
    help: property.description === undefined ? null : say(property.description),
    initial: property.default,
  }
  if (Array.isArray(property.enum))
    return {
      ...shared,
      kind: 'choice',
      choices: property.enum.map((value, index) => ({
        value: String(value),
        raw: value,
        label: say(property.enumLabels?.[index] ?? humanise(String(value))),
      })),
    }
  if (property.type === 'boolean') return { ...shared, kind: 'switch' }
  if (property.type === 'integer' || property.type === 'number') {
    const step = property.multipleOf ?? (property.type === 'integer' ? 1 : 0.1)
    const { minimum: min = null, maximum: max = null } = property
    return { ...shared, kind: 'number', min, max, step, optional: property.default === undefined }
  }
  if (property.type === 'array' && property.items?.type === 'string')
    return { ...shared, kind: 'lines', most: property.maxItems ?? 100 }
  if (property.type !== 'string') return null
  return isColour(property)
    ? { ...shared, kind: 'colour' }
    : {
        ...shared,
        kind: 'text',
        pattern: patternOf(property.pattern),
        secret: property.format === 'password',
      }
}

/**
 * The fields of an operation's options, in the schema's order. `say` translates the server's
 * English.
 */
export function optionFields(
  schema: Record<string, unknown> | undefined,
  say: Translate = (english) => english,
): OptionField[] {
  const properties = (schema?.properties ?? {}) as Record<string, Property>
  return Object.entries(properties)
    .map(([name, property]) => fieldOf(name, property, say))
    .filter((field) => field !== null)
}

export type OptionFault = 'number' | 'low' | 'high' | 'pattern' | 'many'

/** The error of a value; null if it is valid. */
export function faultOf(field: OptionField, value: unknown): OptionFault | null {
  if (field.kind === 'number') {
    if (value === undefined) return null
    if (typeof value !== 'number' || Number.isNaN(value)) return 'number'
    if (field.min !== null && value < field.min) return 'low'
    if (field.max !== null && value > field.max) return 'high'
  }
  if (field.kind === 'lines' && Array.isArray(value) && value.length > field.most) return 'many'
  if (
    field.kind === 'text' &&
    typeof value === 'string' &&
    value !== '' &&
    field.pattern?.test(value) === false
  )
    return 'pattern'
  return null
}

/** The current value of an option, or its default. */
export const optionValue = (values: OptionValues, { name, initial }: OptionField): unknown =>
  values[name] ?? initial

const alike = (a: unknown, b: unknown): boolean =>
  a === b || (Array.isArray(a) && Array.isArray(b) && a.join('\n') === b.join('\n'))

/**
 * Only values that differ from the defaults are stored and sent, so that presets follow when an
 * instance changes a default.
 */
export function withoutDefaults(fields: OptionField[], values: OptionValues): OptionValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = fields.find((one) => one.name === name)
      return field !== undefined && value !== undefined && !alike(value, field.initial)
    }),
  )
}

/** Removes passwords, which must not be stored in presets. */
export const withoutSecrets = (fields: OptionField[], values: OptionValues): OptionValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = fields.find((one) => one.name === name)
      return !(field?.kind === 'text' && field.secret)
    }),
  )
