import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from '../prepare.js'

/** The base that is made where no registry can be reached. */
const LOCAL_BASE = 'localhost/filewright-base:12'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const SOURCES = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list']
/** Options of this machine's apt that its sources may need. */
const APT_OPTIONS = ['Acquire::Check-Valid-Until', 'Acquire::Check-Date', 'Acquire::http::Proxy']

/** The output of a command, without the line break at its end; an empty text where it fails. */
export function output(command, args) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : ''
}

/**
 * Builds an image from the Containerfile with buildah. Without `base` it makes a Debian from this
 * machine's own apt sources first (mmdebstrap, podman). This machine's npm registry and
 * certificates are passed as secrets, which no layer keeps.
 */
export function buildImage({ tag, base, office }) {
  const from = base ?? makeBase()
  const folder = mkdtempSync(join(tmpdir(), 'filewright-build-'))
  try {
    const npmrc = join(folder, 'npmrc')
    writeFileSync(npmrc, npmSettings(), { mode: 0o600 })
    const authorities = existsSync(CERTIFICATES) ? [`--secret=id=ca,src=${CERTIFICATES}`] : []
    const values = {
      BASE: from,
      OFFICE: office ? '1' : '0',
      VERSION: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
      REVISION: output('git', ['rev-parse', 'HEAD']) || 'unknown',
    }
    run('buildah', [
      ...['bud', '--isolation=chroot', '--format=docker', '--layers', '--file=Containerfile'],
      '--ignorefile=.containerignore',
      ...Object.entries(values).map(([name, value]) => `--build-arg=${name}=${value}`),
      ...[`--secret=id=npmrc,src=${npmrc}`, ...authorities],
      ...[`--tag=${tag}`, '.'],
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The user's own settings, with logins; the certificates lie elsewhere in the build. */
function npmSettings() {
  const file = output('npm', ['config', 'get', 'userconfig'])
  const own = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const kept = own.filter((line) => !/^\s*(cafile|registry|nodedir|prefix|cache)\s*=/.test(line))
  const certificates = existsSync(CERTIFICATES) ? ['cafile=/run/secrets/ca'] : []
  return [...kept, `registry=${output('npm', ['config', 'get', 'registry'])}`, ...certificates, ''].join('\n')
}

function makeBase() {
  if (output('buildah', ['images', '--quiet', LOCAL_BASE])) return LOCAL_BASE
  const sources = SOURCES.find((path) => existsSync(path))
  if (!sources)
    throw new Error('There are no apt sources here to make a base from. Name one with --base IMAGE.')
  const folder = mkdtempSync(join(tmpdir(), 'filewright-base-'))
  try {
    const archive = join(folder, 'base.tar')
    const options = APT_OPTIONS.map((name) => output('apt-config', ['dump', name])).filter(Boolean)
    run('mmdebstrap', [
      ...['--quiet', '--variant=minbase', ...options.map((option) => `--aptopt=${option}`)],
      // This machine's name and name servers, which the base would keep.
      '--customize-hook=rm -f "$1/etc/resolv.conf" "$1/etc/hostname"',
      ...['bookworm', archive, sources],
    ])
    run('podman', ['import', '--quiet', archive, LOCAL_BASE])
    return LOCAL_BASE
  } finally {
    rmSync(folder, { recursive: true })
  }
}
