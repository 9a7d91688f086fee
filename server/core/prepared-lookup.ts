import type { QueryPlatform } from './transaction.ts'

type Database = QueryPlatform['db']

/**
 * Makes statements once for a database and keeps them. For what every request asks: Drizzle takes
 * longer to build such a statement than PostgreSQL to answer it. Name them `''`, since the
 * connection names its statements.
 */
export function preparedLookup<Lookup>(make: (db: Database) => Lookup): (db: Database) => Lookup {
  const lookups = new WeakMap<Database, Lookup>()
  return (db) => {
    const lookup = lookups.get(db) ?? make(db)
    lookups.set(db, lookup)
    return lookup
  }
}
