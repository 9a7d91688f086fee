// Prints a hash over everything that a part is built from: `dashboard` or `server`.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = {
  dashboard: {
    folders: ['src', 'public', 'contract'],
    files: [
      'index.html',
      'share.html',
      'sign.html',
      'scan.html',
      'vite.config.ts',
      'lingui.config.ts',
      'scripts/viewer-fonts.ts',
      'scripts/chunk-groups.ts',
      'scripts/messages.ts',
      'scripts/page-list.ts',
      'scripts/pdf-files.ts',
      'scripts/pdf-worker.ts',
      'scripts/routes.ts',
      'scripts/title-font.ts',
      'package-lock.json',
    ],
  },
  server: { folders: ['server', 'contract', 'scripts'], files: ['package-lock.json'] },
}

const { folders, files } = SOURCES[process.argv[2]]
const hash = createHash('sha256')
for (const folder of folders) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  for (const path of entries.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(path).update('\0').update(readFileSync(path))
  }
}
for (const file of files) hash.update(readFileSync(file))
console.log(hash.digest('hex'))
