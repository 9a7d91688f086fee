// `npm run check`: what takes seconds. Types, lint and format, dead code, and that generated files are fresh.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, install, node, root } from './prepare.js'

install()
const at = (...path) => join(root, 'node_modules', ...path)
const CHECKS = {
  'types of the dashboard': [at('.bin', 'tsc'), '-p', 'tsconfig.json'],
  'types of the server': [at('.bin', 'tsc'), '-p', 'tsconfig.server.json'],
  'lint and format': [at('.bin', 'biome'), 'check', '.'],
  'unused code and dependencies': [node, at('knip', 'bin', 'knip.js'), '--no-progress'],
}
let failed = false
for (const [name, [command, ...args]] of Object.entries(CHECKS)) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
  })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  if (status !== 0) console.log(`${stdout}${stderr}`)
  failed ||= status !== 0
}
for (const [name, generated] of Object.entries({
  'the tables of endpoints are fresh': [
    'scripts/endpoints.js',
    'src/api/endpoints.gen.ts',
    'src/api/entry-endpoints.gen.ts',
    'src/api/landing-endpoints.gen.ts',
    'src/api/sign-endpoints.gen.ts',
  ],
})) {
  const [generator, ...files] = generated
  const { stdout } = spawnSync(node, [generator, '--print'], {
    cwd: root,
    env: environment(),
    encoding: 'utf8',
  })
  const written = files.map((file) => readFileSync(join(root, file), 'utf8')).join('')
  const fresh = stdout !== '' && written === stdout
  console.log(`${fresh ? 'ok    ' : 'FAILED'} ${name}`)
  if (!fresh) console.log(`  run: node ${generator}`)
  failed ||= !fresh
}
process.exit(failed ? 1 : 0)
