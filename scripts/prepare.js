// Runs on any Node from 20 on, before anything is installed: makes the installed packages those of
// the lock file.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const node = join(root, 'node_modules', '.bin', 'node')
/**
 * The server, as words for Node. The pieces of an upload die young and weigh outside of V8's heap:
 * in a large young generation, which a machine with much memory gets, clearing them away takes as
 * long as everything else that an upload needs.
 */
export const server = ['--max-semi-space-size=8', 'dist-server/main.js']
/** Commands that are bundled with the server, whose parts they use. */
export const COMMANDS = ['migrate', 'backup', 'restore', 'move', 'outbox']
const stamp = join(root, 'node_modules', '.filewright-lock')

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')

/** Installs what the lock file names, once for each lock file. */
export function install() {
  const [major = 0] = process.versions.node.split('.').map(Number)
  if (major < 20)
    throw new Error(`Filewright needs Node 20 or newer to begin with; this is ${process.version}.`)
  const wanted = lockHash()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages (once) …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  if (!existsSync(node))
    throw new Error(`There is no Node 24 build for ${process.platform}-${process.arch} in the packages.`)
  writeFileSync(stamp, wanted)
}

/** Runs a command in the project's folder and ends this process with its status when it fails. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (error) throw error
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * The environment in which the packages' own commands, and their Node 24, come first; they keep
 * what they have compiled.
 */
export const environment = () => ({
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`,
})

/** Builds the dashboard and the server. */
export function build() {
  buildFrom('dashboard', 'dist', () => {
    run(node, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
      env: environment(),
    })
    run(node, [join(root, 'scripts', 'compress.js')])
  })
  buildServer()
}

/** Builds the server with its commands, which takes three seconds. */
export const buildServer = () =>
  buildFrom('server', 'dist-server', () => run(node, [join(root, 'scripts', 'build-server.js')]))

/** Builds a part into a folder, which is kept until one of the part's sources changes. */
function buildFrom(part, folder, make) {
  const mark = join(root, folder, '.sources')
  const files = spawnSync(node, [join(root, 'scripts', 'sources-hash.js'), part], {
    cwd: root,
    encoding: 'utf8',
  })
  if (files.status !== 0) throw new Error(files.stderr)
  const sources = files.stdout.trim()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) return
  console.log(`Building the ${part} …`)
  make()
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, sources)
}
