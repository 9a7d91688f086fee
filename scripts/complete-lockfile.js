// Completes package-lock.json with the platform builds that a registry mirror did not offer when it
// was written.
//
// Native packages name one optional dependency per platform. npm leaves those it cannot find out of
// the lock file, and `npm ci` then refuses the whole file ("Missing: … from lock file"), although
// none of them would be installed here. An entry with the version that its parent asks for, and
// with the platform that its name tells, satisfies `npm ci` everywhere; npm fetches it only on that
// platform. Run after every change of a dependency: `npm run lock`.
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
  'win32',
]
const CPUS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'mips64el', 'loong64', 'wasm32']

/** The `os`, `cpu` and `libc` that npm would read from the package itself, told from its name. */
function platformOf(name) {
  const words = name
    .toLowerCase()
    .replace('windows', 'win32')
    .split(/[-/_.]/)
  const os = SYSTEMS.find((system) => words.includes(system))
  const cpu =
    CPUS.find((c) => words.includes(c)) ?? (words.some((w) => w.startsWith('arm')) ? 'arm' : undefined)
  const libc = words.find((w) => w.startsWith('musl'))
    ? 'musl'
    : words.find((w) => w.startsWith('gnu'))
      ? 'glibc'
      : undefined
  if (!os && !cpu) return undefined
  // A wasm build runs anywhere, but is wanted nowhere that has a native one.
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(os && { os: [os] }),
    ...(os === 'linux' && libc && { libc: [libc] }),
  }
}

/**
 * Whether npm, looking for `name` from the package at `path`, comes upon the version that is asked
 * for.
 */
function isLocked(packages, path, name, version) {
  for (
    let at = path;
    ;
    at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
  ) {
    const found = packages[`${at ? `${at}/` : ''}node_modules/${name}`]
    if (found) return found.version === version
    if (!at) return false
  }
}

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
let added = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const version = range.replace(/^[^\d]*/, '')
    if (
      range === version ? isLocked(lock.packages, path, name, version) : lock.packages[`node_modules/${name}`]
    )
      continue
    const platform = platformOf(name)
    if (!platform) throw new Error(`${path} wants ${name}, which is neither locked nor a platform build`)
    const place = lock.packages[`node_modules/${name}`]
      ? `${path}/node_modules/${name}`
      : `node_modules/${name}`
    lock.packages[place] = { version, ...platform, ...(entry.dev && { dev: true }), optional: true }
    added++
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`package-lock.json: ${added} platform builds added`)
