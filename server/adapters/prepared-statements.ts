import pg from 'pg'

/**
 * A statement is prepared when it is sent this often: those with a row of values for each of many
 * things never are.
 */
const OFTEN = 5
/** Each connection of the database keeps its own plans of them. */
const MOST = 200
/** Texts that are counted at the same time. */
const COUNTED = 2000

/**
 * What lists or adds up is planned for its values each time: which plan is best depends on how many
 * rows an owner has. What finds rows by their keys, or changes them, is not.
 */
const CHANGES = /\b(?:insert into|update|delete from)\b/i
const LISTS = /\border by\b|\bgroup by\b|\b(?:count|sum|min|max)\(/i
const isByKey = (text: string) => CHANGES.test(text) || !LISTS.test(text)

/** Names of the statements that are prepared, and how often the others were sent. */
class Statements {
  #names = new Map<string, string>()
  #sent = new Map<string, number>()

  /** The statement's name; none while it is rare. */
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
 * The connections of a pool that has PostgreSQL parse and plan a frequent statement once, not at
 * each request: a conversion asks some thirty of them, and planning takes longer than most of them
 * run.
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

/** Statements without values are those of transactions, of which some may come in one text. */
const isNamable = (config: unknown, values: unknown): config is { text: string } =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  typeof config.text === 'string' &&
  !('name' in config && config.name) &&
  Array.isArray(values) &&
  values.length > 0
