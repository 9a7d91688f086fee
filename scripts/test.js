// `npm test`: every check there is, on a clean machine too. Each step is named and timed; the first
// failure ends it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, environment, install, node, root, run } from './prepare.js'
import { PROGRAMS } from './programs.js'
import { isSwiftHere, SWIFT } from './swift.js'

/** The same browser without a window comes first: it takes two thirds of the processor time. */
const CHROMIUM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

const APT_ENVIRONMENT = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

install()
const packages = systemPackages({ ...PROGRAMS, ...SWIFT })
const steps = {
  'types, lint and rules': () => run(node, ['scripts/check.js'], { env: environment() }),
  'the dashboard builds': () => build(),
  'unit, component and repository tests': () => vitest('unit', 'component', 'component-mocks', 'public'),
  'programs of the system’s': () => packages,
  'server and contract tests': () => vitest('server', 'engines', 'contract', 'conformance'),
  // Together, since the first is one test that leaves a core free.
  'five days of work on a clock that is set ahead, files in a bucket, and proxies': () => {
    const hasBuckets = isSwiftHere()
    if (!hasBuckets) console.log('Files in a bucket are skipped: there is no OpenStack Swift here.')
    vitest('endurance', 'container', ...(hasBuckets ? ['s3'] : []))
  },
  'several processes, of which some die': () => vitest('cluster'),
  'end to end, in a browser': () => {
    giveLargerPages()
    run(node, [bin('playwright'), 'test'], { env: { ...environment(), CHROMIUM: chromium() } })
  },
}
for (const [name, step] of Object.entries(steps)) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  await step()
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

/**
 * Installs programs of the system's while other steps run, where they can be had without a
 * question: by root on a Debian. Whatever is missing, the tests that need it are skipped. Resolves
 * once the installation has ended.
 */
async function systemPackages(files) {
  const missing = Object.keys(files).filter((name) => !existsSync(files[name]))
  if (missing.length === 0) return
  if (!mayInstall()) {
    console.log(`Tests of the system’s programs are skipped: there is no ${missing.join(', ')} here.`)
    return
  }
  console.log(
    `Installing programs of the system’s beside the first steps (apt-get install ${missing.join(' ')}) …`,
  )
  const started = Date.now()
  const commands = aptCommands([], missing).map((words) => words.join(' '))
  // The shell goes on, and tidies up, also where a step ends this process.
  const child = spawn('sh', ['-c', withoutServices(commands.join(' && '))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: APT_ENVIRONMENT,
  })
  const [status] = await once(child, 'exit')
  const seconds = Math.round((Date.now() - started) / 1000)
  console.log(
    status === 0
      ? `Installed within ${seconds} s.`
      : 'The installation failed: tests of missing programs are skipped.',
  )
}

/** Without a question. */
function mayInstall() {
  return process.getuid?.() === 0 && isProgram('/usr/bin/apt-get')
}

/** Packages bring services that would be started at once; Debian asks here whether they may. */
function withoutServices(command) {
  return `
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
${command}`
}

/** The commands that install Debian packages. `sudo` goes before them where that is needed. */
function aptCommands(sudo, packages) {
  const apt = [...sudo, 'apt-get', '-y', '-qq', '-o', 'DPkg::Lock::Timeout=900']
  return [
    [...apt, 'update'],
    [...apt, 'install', '--no-install-recommends', ...packages],
  ]
}

/** Installs Debian packages; returns the command that failed, or null. */
function aptInstall(sudo, packages) {
  for (const [command, ...args] of aptCommands(sudo, packages)) {
    const { status } = spawnSync(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: APT_ENVIRONMENT,
    })
    if (status !== 0) return [command, ...args].join(' ')
  }
  return null
}

/**
 * From now to the end of this process, memory comes in pages of 64 kB where this is a CI's machine:
 * Chromium takes a fifth less processor time, since it touches a fifth as many pages for the first
 * time. Tests in Node.js gain nothing.
 */
function giveLargerPages() {
  if (!process.env.CI) return
  const setting = '/sys/kernel/mm/transparent_hugepage/hugepages-64kB/enabled'
  try {
    const [, before = 'never'] = /\[(\w+)\]/.exec(readFileSync(setting, 'utf8')) ?? []
    writeFileSync(setting, 'always')
    // A step that fails ends the process.
    process.once('exit', () => writeFileSync(setting, before))
  } catch {
    // This kernel has no such pages, or they are not ours to give.
  }
}

/**
 * A real Chromium: the one that is named, the shell without a window, or else any; Debian's where
 * there is none.
 */
function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const [shell] = CHROMIUM
  if (!isProgram(shell) && mayInstall()) aptInstall([], ['chromium-headless-shell'])
  const found = CHROMIUM.find(isProgram)
  if (found) return found
  console.log('There is no Chromium here: installing Debian’s (apt-get install chromium) …')
  const failed = aptInstall(process.getuid?.() === 0 ? [] : ['sudo'], ['chromium'])
  if (failed) throw new Error(`${failed} failed. Install a Chromium and set CHROMIUM to its path.`)
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
