// `npm test`: every check there is, on a clean machine too. Each step is named and timed; the first failure ends it.
import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { build, environment, install, node, root, run } from './prepare.js'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

install()
const steps = {
  'types, lint and rules': () => run(node, ['scripts/check.js'], { env: environment() }),
  'the dashboard builds': () => build(),
  'unit, component and repository tests': () => vitest('unit', 'component'),
  'server and contract tests': () => vitest('server'),
  'end to end, in a browser': () =>
    run(node, [bin('playwright'), 'test'], { env: { ...environment(), CHROMIUM: chromium() } }),
}
for (const [name, step] of Object.entries(steps)) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  step()
  console.log(`── ${name}: ${Math.round((Date.now() - started) / 1000)} s`)
}

function bin(name) {
  return join(
    root,
    'node_modules',
    ...{ playwright: ['@playwright', 'test', 'cli.js'], vitest: ['vitest', 'vitest.mjs'] }[name],
  )
}

function vitest(...projects) {
  run(node, [bin('vitest'), 'run', ...projects.flatMap((name) => ['--project', name])], {
    env: environment(),
  })
}

/** A real Chromium: the one that is there, or Debian's. */
function chromium() {
  const found = process.env.CHROMIUM ?? CHROMIUM.find(isProgram)
  if (found) return found
  console.log('There is no Chromium here: installing Debian’s (apt-get install chromium) …')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo']
  const apt = [...sudo, 'apt-get', '-y', '-qq', '-o', 'DPkg::Lock::Timeout=900']
  for (const words of [['update'], ['install', '--no-install-recommends', 'chromium']]) {
    const [command, ...args] = [...apt, ...words]
    const { status } = spawnSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0)
      throw new Error(
        `${[command, ...args].join(' ')} failed. Install a Chromium and set CHROMIUM to its path.`,
      )
  }
  const installed = CHROMIUM.find(isProgram)
  if (!installed)
    throw new Error('Chromium was installed and is not where it was expected. Set CHROMIUM to its path.')
  return installed
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
