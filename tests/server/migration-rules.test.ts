import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { queueSchemaVersion } from '../../server/adapters/database-schema.ts'
import { faultsOf } from './migration-rules.ts'

const FOLDER = join(import.meta.dirname, '../../server/migrations')
const NAMES = readdirSync(FOLDER).sort()
/**
 * The last one that was written before migrations said what they are; a file never changes, so they
 * still do not.
 */
const LAST_WITHOUT = '027-status.sql'

describe('migrations', () => {
  it.each(NAMES.filter((name) => name > LAST_WITHOUT))(
    '%s keeps the rule for running beside the version before it',
    (name) => {
      expect(faultsOf(name, readFileSync(join(FOLDER, name), 'utf8'), NAMES)).toEqual([])
    },
  )

  it('are not broken by an upgrade of the queue that nobody has looked at', () => {
    // A package with another version of its tables comes with a migration that says `expand`, once
    // both versions of the package were tried on one database, or else `contract`.
    expect(queueSchemaVersion()).toBe(46)
  })
})

describe('the rule', () => {
  const NEW = '-- expand\ncreate table made (id int);\n'
  it.each([
    ['alter table owners add column note text;'],
    ["alter table owners add column note text not null default '';"],
    [
      'alter table owners drop constraint owners_kind_check;\nalter table owners add constraint owners_kind_check check (true);',
    ],
    [
      'alter table owners add column a text, add column b text, add constraint both check ((a is null) = (b is null));',
    ],
    [`${NEW}create trigger made_kept before delete or truncate on made execute function refuse();`],
    ['create index owners_note on owners (note);\ndrop index owners_old;'],
    [`${NEW}alter table made add constraint made_check check (id > 0);\ncreate unique index on made (id);`],
    ["update owners set note = 'drop table owners; rename';"],
    ['-- drop table owners\ncreate function f() returns void language sql as $$ select $$;'],
  ])('allows an expand: %s', (sql) => {
    expect(faultsOf('900-a.sql', `-- expand\n${sql}`, NAMES)).toEqual([])
  })

  it.each([
    ['drop table owners;', 'drops something'],
    ['alter table owners drop column note;', 'drops something'],
    ['alter table owners rename to people;', 'renames something'],
    ['alter table owners rename column a to b;', 'renames something'],
    ['alter table owners alter column note set not null;', 'sets a column to not null'],
    ['alter table owners alter column note type integer;', 'changes the type of a column'],
    ['alter table owners add column note text not null;', 'adds a required column without a default'],
    ['alter table owners add check (note is not null);', 'adds a constraint'],
    ['alter table owners add constraint named foreign key (note) references users;', 'adds a constraint'],
    ['create unique index owners_note on owners (note);', 'adds a unique index'],
    ['delete from owners;', 'deletes rows'],
    ['with gone as (delete from owners returning id) select 1;', 'deletes rows'],
    [
      'alter table owners add column a text, add constraint both check (a is null or kind is null);',
      'adds a constraint',
    ],
  ])('refuses one: %s', (sql, fault) => {
    expect(faultsOf('900-a.sql', `-- expand\n${sql}`, NAMES)).toEqual([fault])
  })

  it('wants to know since when versions can do without what a contract removes', () => {
    const sql = (first: string) => `${first}\nalter table owners drop column note;`
    expect(faultsOf('900-a.sql', sql('-- contract since 027-status.sql'), NAMES)).toEqual([])
    expect(faultsOf('900-a.sql', sql('-- contract since 901-b.sql'), NAMES)).toHaveLength(1)
    expect(faultsOf('900-a.sql', sql('-- contract'), NAMES)).toHaveLength(1)
    expect(faultsOf('900-a.sql', sql('-- A comment.'), NAMES)).toHaveLength(1)
  })
})
