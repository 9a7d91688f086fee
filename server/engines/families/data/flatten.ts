import { sentence } from '../../kernel/sentence.ts'
import { noData, tooComplex } from './failures.ts'
import { jsonText } from './json-text.ts'
import { DataLosses } from './losses.ts'
import type { Data, Table, Value, ValueMap } from './values.ts'

const MOST_COLUMNS = 10_000

/** Data as tables: nested objects become columns with dotted names, lists become JSON text. */
export async function tablesOf(data: Data, losses: DataLosses): Promise<Table[]> {
  if (data.kind === 'tables') return Promise.all(data.tables.map((table) => flatTable(table, losses)))
  if (data.kind === 'records') return [await tableOf('data', data.records, losses)]
  const several = listsOf(data.value)
  const given: [string, Value[]][] = several ?? [['data', recordsOf(data.value)]]
  return Promise.all(given.map(([name, list]) => tableOf(name, () => each(list), losses)))
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

/** The lists of objects that make up an object, each a table; null otherwise. */
function listsOf(value: Value): [string, Value[]][] | null {
  if (!(value instanceof Map) || value.size < 2) return null
  const lists = [...value].filter((pair): pair is [string, Value[]] => isTable(pair[1]))
  return lists.length === value.size ? lists : null
}

const isTable = (value: Value) =>
  Array.isArray(value) && value.length > 0 && value.every((one) => one instanceof Map)

/**
 * The rows of a value: the list itself, or the only list inside wrappers (`{"data": [...]}`, an XML
 * root).
 */
function recordsOf(value: Value): Value[] {
  let inner = value
  for (let depth = 0; depth < 3 && inner instanceof Map && inner.size === 1; depth++)
    inner = [...inner.values()][0] ?? null
  if (Array.isArray(inner)) return inner
  return [inner instanceof Map && value instanceof Map && value.size > 1 ? value : inner]
}

async function tableOf(
  name: string,
  records: () => AsyncIterable<Value>,
  losses: DataLosses,
): Promise<Table> {
  const places = new Map<string, number>()
  let count = 0
  // Counts losses in this pass only; later passes would repeat them.
  for await (const record of records()) {
    count++
    for (const key of spread(record, losses).keys()) if (!places.has(key)) places.set(key, places.size)
    if (places.size > MOST_COLUMNS)
      throw tooComplex(sentence`The file has more than ${MOST_COLUMNS.toLocaleString('en-US')} columns.`)
  }
  if (count === 0) throw noData()
  const columns = [...places.keys()]
  return {
    name,
    columns,
    async *rows() {
      const silent = new DataLosses()
      for await (const record of records()) {
        const flat = spread(record, silent)
        yield columns.map((column) => flat.get(column) ?? null)
      }
    },
  }
}

/** A table whose cells may be nested. */
async function flatTable(table: Table, losses: DataLosses): Promise<Table> {
  if (table.types) return table
  const records = async function* () {
    for await (const row of table.rows())
      yield new Map(table.columns.map((name, at) => [name, row[at] ?? null]))
  }
  const isEmpty = (await table.rows()[Symbol.asyncIterator]().next()).done === true
  return isEmpty ? table : tableOf(table.name, records, losses)
}

/** The columns of a record. A record that isn't an object becomes a column "value". */
function spread(record: Value, losses: DataLosses): ValueMap {
  const flat: ValueMap = new Map()
  const add = (name: string, value: Value) => {
    let key = name
    for (let number = 2; flat.has(key); number++) key = `${name}_${number}`
    flat.set(key, value)
  }
  const walk = (prefix: string, object: ValueMap) => {
    for (const [key, value] of object) {
      const name = prefix === '' ? key : `${prefix}.${key}`
      if (value instanceof Map && value.size > 0) {
        losses.add('flattened')
        walk(name, value)
      } else add(name, cellOf(value, losses))
    }
  }
  if (record instanceof Map) walk('', record)
  else add('value', cellOf(record, losses))
  return flat
}

function cellOf(value: Value, losses: DataLosses): Value {
  if (!Array.isArray(value) && !(value instanceof Map)) return value
  losses.add('lists')
  return jsonText(value, losses)
}
