import pg from 'pg'

/**
 * A statement is prepared after this many uses: multi-row statements of varying length never are.
 */
const OFTEN = 5
/** Maximum of prepared statements; each connection keeps its own plans. */
const MOST = 200
/** Maximum of counted statement texts. */
const COUNTED = 2000

/**
 * Lists and aggregates are planned with their values each time: the best plan depends on an owner's
 * row count. Lookups by key and changes are not.
 */
const CHANGES = /\b(?:insert into|update|delete from)\b/i
const LISTS = /\border by\b|\bgroup by\b|\b(?:count|sum|min|max)\(/i
const isByKey = (text: string) => CHANGES.test(text) || !LISTS.test(text)

/** Names of prepared statements, and use counts of the others. */
class Statements {
  #names = new Map<string, string>()
  #sent = new Map<string, number>()

  /** The statement's name; undefined while it is rare. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined || this.#names.size === MOST || !isByKey(text)) return name
    const sent = (this.#sent.get(text) ?? 0) + 1
    if (sent < OFTEN) {
      if (this.#sent.size === COUNTED) this.#sent.clear()
      this.#sent.set(text, sent)
      return
    }
    this.#sent.delete(text)
    const next = `s${this.#names.size}`
    this.#names.set(text, next)
    return next
  }
}

/**
 * A pg client that prepares frequent statements: a conversion runs some thirty of them, and
 * planning takes longer than executing most of them.
 */
export function preparingClient(): typeof pg.Client {
  const statements = new Statements()
  return class extends pg.Client {
    override query: pg.Client['query'] = (config: unknown, ...rest: unknown[]) => {
      const query = isNamable(config, rest[0]) ? { ...config, name: statements.nameOf(config.text) } : config
      return Reflect.apply(super.query, this, [query, ...rest])
    }
  }
}

/** Excludes statements without values: transaction control, partly several in one text. */
const isNamable = (config: unknown, values: unknown): config is { text: string } =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  typeof config.text === 'string' &&
  !('name' in config && config.name) &&
  Array.isArray(values) &&
  values.length > 0
