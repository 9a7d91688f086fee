// `npm run check`: what takes seconds. Types, lint and format, dead code, and that generated files
// are fresh.
import { spawn } from 'node:child_process'
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
const GENERATED = {
  'the tables of endpoints are fresh': [
    'scripts/endpoints.js',
    'src/api/endpoints.gen.ts',
    'src/api/entry-endpoints.gen.ts',
    'src/api/landing-endpoints.gen.ts',
    'src/api/invitation-endpoints.gen.ts',
    'src/api/scan-endpoints.gen.ts',
    'src/api/sign-endpoints.gen.ts',
  ],
}

/** Resolves with a command's status and what it printed. */
function output(command, args) {
  const child = spawn(command, args, { cwd: root, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (text) => {
      said[name] += text
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, ...said }))
  })
}

async function check(name, [command, ...args]) {
  const { status, stdout, stderr } = await output(command, args)
  return report(name, status === 0, `${stdout}${stderr}`)
}

async function checkGenerated(name, [generator, ...files]) {
  const { stdout } = await output(node, [generator, '--print'])
  const written = files.map((file) => readFileSync(join(root, file), 'utf8')).join('')
  return report(name, stdout !== '' && written === stdout, `  run: node ${generator}`)
}

function report(name, passed, details) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name}`)
  if (!passed) console.log(details)
  return passed
}

// Most of them have one thread, so they run at once.
const results = await Promise.all([
  ...Object.entries(CHECKS).map(([name, command]) => check(name, command)),
  ...Object.entries(GENERATED).map(([name, generated]) => checkGenerated(name, generated)),
])
process.exit(results.every(Boolean) ? 0 : 1)
