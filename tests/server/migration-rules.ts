import { kindOf } from '../../server/adapters/migration-files.ts'

/**
 * What an `expand` may not do to a table that was there before: a version without it reads and
 * writes that table.
 */
const BREAKS: Record<string, RegExp> = {
  'drops something': /\bdrop (?:table|column|view|materialized view|type|function|trigger|schema)\b/,
  'renames something': /\brename\b/,
  'sets a column to not null': /\bset not null\b/,
  'changes the type of a column': /\balter (?:column )?\w+ (?:set data )?type\b/,
  'drops a default': /\bdrop default\b/,
  'adds a required column without a default':
    /\badd (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)\w+ (?![^;]*\bdefault\b)(?![^;]*\bgenerated\b)[^;]*\bnot null\b/,
  'deletes rows': /(?:^|\()\s*(?:delete from|truncate) /,
}
const STRICTER = {
  'adds a constraint':
    /\balter table (?:only )?(\w+)[^;]*\badd (?:constraint \w+ )?(?:check|unique|exclude|foreign key|primary key)\b/,
  'adds a unique index': /\bcreate unique index (?:concurrently )?(?:if not exists )?\w* ?on (\w+)/,
}

/** What a check may say beside the columns that the same migration adds. */
const WORDS = new Set('is not null and or in between any array length true false'.split(' '))

/**
 * Whether an added check is about added columns alone: an earlier version leaves them as they are
 * by default.
 */
function isOfAdded(statement: string, text: string): boolean {
  const added = new Set([...text.matchAll(/\badd column (?:if not exists )?(\w+)/g)].map(([, name]) => name))
  const [, check] = /\badd constraint \w+ check (\(.*)$/.exec(statement) ?? []
  const names = (check?.match(/[a-z_]\w*/g) ?? []).filter((word) => !WORDS.has(word))
  return names.length > 0 && names.every((name) => added.has(name))
}

/**
 * What a migration does that its first line does not allow; empty where it keeps the rule of
 * decision 048.
 */
export function faultsOf(name: string, sql: string, names: readonly string[]): string[] {
  const { kind, since } = kindOf(sql)
  if (kind === null) return ['has no first line that says "-- expand" or "-- contract since NAME"']
  if (kind === 'contract')
    return since !== null && names.includes(since) && since < name
      ? []
      : [`has no migration ${since} before it`]
  const text = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
  const created = new Set(
    [...text.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, table]) => table),
  )
  const faults: string[] = []
  for (const statement of text.split(';').map((one) => one.trim())) {
    const table =
      /^(?:alter table (?:only )?|create unique index [^;]*? ?on |delete from |truncate (?:table )?)(\w+)/.exec(
        statement,
      )?.[1]
    if (table !== undefined && created.has(table)) continue
    for (const [what, pattern] of Object.entries(BREAKS)) if (pattern.test(statement)) faults.push(what)
    for (const [what, pattern] of Object.entries(STRICTER)) {
      // A wider check takes the place of a narrower one of the same name.
      const dropped = /\bdrop constraint (?:if exists )?(\w+)/.exec(text)?.[1]
      const replaces = dropped !== undefined && statement.includes(`add constraint ${dropped} `)
      if (pattern.test(statement) && !replaces && !isOfAdded(statement, text)) faults.push(what)
    }
  }
  return faults
}
