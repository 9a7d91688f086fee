import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** What a server runs from. */
const SOURCES = ['server', 'contract', 'scripts', 'package.json']

/**
 * A migration of the next version that touches the tables that requests need most, within the rule
 * of decision 048: columns, an index, a wider check, a new table.
 */
const NEXT = `-- expand
alter table conversions add column next_note text;
alter table conversions add column next_count integer not null default 0;
alter table owners add column next_note text not null default '';
create index conversions_next on conversions (owner_id, next_count);
create table next_things (id bigint generated always as identity primary key, owner_id uuid references owners on delete cascade);
`

export interface Version {
  root: string
  remove(): void
}

/** Below the project, where the packages are found; ignored by git. */
function emptyFolder(): string {
  const parent = join(ROOT, '.cache')
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, 'version-'))
}

/** The sources as they are, with another version's name and a migration more. */
export function nextVersion(): Version {
  const root = emptyFolder()
  for (const name of [...SOURCES, 'dist-server'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...manifest, version: '999.0.0' }))
  writeFileSync(join(root, 'server/migrations/999-next.sql'), NEXT)
  return { root, remove: () => rmSync(root, { recursive: true }) }
}

/** The sources of a commit, to try an upgrade from a version that was released. */
export function versionOf(commit: string): Version {
  const root = emptyFolder()
  const packed = execFileSync('git', ['archive', commit, ...SOURCES], { cwd: ROOT, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', root], { input: packed })
  const build = join(root, 'scripts/build-server.js')
  if (existsSync(build)) execFileSync(process.execPath, [build], { stdio: 'pipe' })
  return { root, remove: () => rmSync(root, { recursive: true }) }
}
