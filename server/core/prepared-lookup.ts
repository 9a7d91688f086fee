import type { QueryPlatform } from './transaction.ts'

type Database = QueryPlatform['db']

/**
 * Builds a lookup's statements once per database, for queries of every request: Drizzle takes
 * longer to build such a statement than PostgreSQL to run it. Name them `''`, since the connection
 * names its statements.
 */
export function preparedLookup<Lookup>(make: (db: Database) => Lookup): (db: Database) => Lookup {
  const lookups = new WeakMap<Database, Lookup>()
  return (db) => {
    const lookup = lookups.get(db) ?? make(db)
    lookups.set(db, lookup)
    return lookup
  }
}
