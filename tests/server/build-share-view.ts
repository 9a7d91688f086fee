import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BUILD = `
  const { createBuilder } = await import('vite')
  const build = { outDir: process.argv[1] }
  const builder = await createBuilder({ logLevel: 'error', environments: { shareView: { build } } })
  await builder.build(builder.environments.shareView)
`

/**
 * Builds the first view of a share link as `npm run build` does. @returns a folder with it, as the
 * server takes it
 */
export function buildShareView(): string {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-view-'))
  // In a process of its own: under the environment of a test the build would be one for
  // development.
  execFileSync(process.execPath, ['--input-type=module', '-e', BUILD, join(folder, '.server')], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return folder
}
