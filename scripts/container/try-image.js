import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../prepare.js'
import { output } from './build-image.js'

const STARTS_WITHIN = 120_000
/** The user of the image (Containerfile). */
const USER = 10_001

/**
 * Starts an image as an operator should: read-only root, no capabilities, an ordinary user.
 * Converts a Word file to PDF by the API, asks for the health, stops it with SIGTERM, and prints
 * what it measured.
 */
export async function tryImage({ tag, port }) {
  const data = mkdtempSync(join(tmpdir(), 'filewright-data-'))
  chownSync(data, USER, USER)
  const name = `filewright-try-${process.pid}`
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(program, [...prefix, ...podmanArguments({ tag, name, data, port })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-20_000)
    })
  try {
    const health = await untilHealthy(url, child)
    const started = performance.now() - began
    const pdf = await convert(url)
    const healthCheck = isHealthy(name) ? 'passed' : 'failed'
    const stopped = await stop(name, child)
    const { size, history } = JSON.parse(podman(['image', 'inspect', tag, '--format', INSPECTED]))
    return {
      image: `${Math.round(size / 1e6)} MB in ${history} steps`,
      'until healthy': `${(started / 1000).toFixed(1)} s`,
      health: health.status,
      sandbox: health.checks.engines.detail,
      'health check': healthCheck,
      'letter.docx to PDF': `${pdf.bytes.length} bytes in ${(pdf.took / 1000).toFixed(1)} s, SHA-256 ${digest(pdf.bytes)}`,
      'SIGTERM to end': `${(stopped.took / 1000).toFixed(1)} s, status ${stopped.status}`,
    }
  } catch (error) {
    console.error(log)
    throw error
  } finally {
    if (child.exitCode === null) podman(['rm', '--force', '--time', '5', name])
    rmSync(data, { recursive: true, force: true })
  }
}

const INSPECTED = '{"size":{{.Size}},"history":{{len .History}}}'
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 12)

/** As deploy/compose.yaml runs it, on the host's network. */
const podmanArguments = ({ tag, name, data, port }) => [
  ...['run', '--rm', `--name=${name}`, '--network=host', '--cgroups=disabled'],
  // Without systemd no timer can run the health check; without CAP_SYS_RESOURCE no limit can be
  // raised.
  ...['--health-interval=disable', `--ulimit=nofile=${openFiles}:${openFiles}`, '--ulimit=nproc=4096:4096'],
  ...['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--security-opt=unmask=ALL'],
  `--security-opt=seccomp=${join(root, 'deploy/container/seccomp.json')}`,
  ...['--tmpfs=/tmp:mode=1777,size=1g', `--volume=${data}:/data`],
  ...[`--env=PORT=${port}`, '--env=HOST=127.0.0.1', '--env=SANDBOX=required'],
  tag,
]

/** The most that this machine allows, where podman would ask for more. */
const openFiles = /^Max open files +\S+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]

/** crun refuses a cgroup v2 beside v1, so podman gets a view without it. */
const PODMAN = existsSync('/sys/fs/cgroup/unified/cgroup.controllers')
  ? ['unshare', '--mount', 'sh', '-c', 'umount /sys/fs/cgroup/unified && exec podman "$@"', 'podman']
  : ['podman']

const [program, ...prefix] = PODMAN
const podman = (args) => output(program, [...prefix, ...args])

/** Runs the image's own health check. */
const isHealthy = (name) => spawnSync(program, [...prefix, 'healthcheck', 'run', name]).status === 0

async function untilHealthy(url, child) {
  for (const until = Date.now() + STARTS_WITHIN; Date.now() < until; await pause(50)) {
    if (child.exitCode !== null) throw new Error(`The container ended with status ${child.exitCode}.`)
    const response = await fetch(`${url}/api/v1/health/`).catch(() => null)
    if (response?.ok) return response.json()
  }
  throw new Error('The container did not get healthy in time.')
}

/** As a visitor: no account, a token for the result. */
async function convert(url) {
  const began = performance.now()
  const body = new FormData()
  body.set('target_format', 'pdf')
  const letter = readFileSync(join(root, 'tests/corpora/docs/letter.docx'))
  body.set('file', new Blob([letter]), 'letter.docx')
  const accepted = await json(`${url}/api/v1/pdf_handler/convert/`, { method: 'POST', body })
  const id = accepted.conversion_id
  const headers = { authorization: `Bearer ${accepted.visitor_token}` }
  for (let state = accepted; state.status !== 'completed'; ) {
    if (['failed', 'cancelled'].includes(state.status))
      throw new Error(`The conversion failed: ${JSON.stringify(state)}`)
    state = await json(`${url}/api/v1/docs_core/conversion/wait/${id}/`, { headers })
  }
  const download = await fetch(`${url}/api/v1/pdf_handler/${id}/download/`, { headers })
  const bytes = Buffer.from(await download.arrayBuffer())
  if (!download.ok || bytes.subarray(0, 5).toString() !== '%PDF-')
    throw new Error(`The download is no PDF (status ${download.status}).`)
  return { bytes, took: performance.now() - began }
}

async function json(url, options) {
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

function stop(name, child) {
  const began = performance.now()
  return new Promise((resolve) => {
    child.once('exit', (status) => resolve({ status, took: performance.now() - began }))
    podman(['kill', '--signal=TERM', name])
  })
}
