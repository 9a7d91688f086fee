import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { freePort } from '../../scripts/free-port.js'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const DOMAIN = 'files.example.com'

export interface TestProxy {
  url: string
  port: number
  /** The certificate that it shows. */
  certificate: string
  stop(): Promise<void>
}

/**
 * Starts nginx on loopback with the file that operators get; only the ports and the certificate's
 * paths are others.
 */
export async function startNginx(upstream: string): Promise<TestProxy> {
  const [http, https] = [await freePort(), await freePort()]
  return start(https, (folder) => {
    const file = readFileSync(join(DEPLOY, 'nginx/filewright.conf'), 'utf8')
      .replaceAll(`/etc/letsencrypt/live/${DOMAIN}`, folder)
      .replace('127.0.0.1:4000', new URL(upstream).host)
      .replaceAll(/^\s*listen \[::\].*$/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443', `listen 127.0.0.1:${https}`)
    writeFileSync(join(folder, 'filewright.conf'), file)
    for (const name of ['body', 'proxy']) mkdirSync(join(folder, name))
    const temporary = ['fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/proxy;`)
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr warn; events {}
       http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
              ${temporary.join(' ')} include ${folder}/filewright.conf; }`,
    )
    return ['nginx', '-c', join(folder, 'nginx.conf'), '-p', folder]
  })
}

/**
 * Starts Caddy in the same way: the file that operators get, with another port and a certificate of
 * the test.
 */
export async function startCaddy(upstream: string): Promise<TestProxy> {
  const [http, https] = [await freePort(), await freePort()]
  return start(https, (folder) => {
    const file = readFileSync(join(DEPLOY, 'caddy/Caddyfile'), 'utf8')
      .replace('127.0.0.1:4000', new URL(upstream).host)
      .replace(
        `${DOMAIN} {`,
        `${DOMAIN} {\n\tbind 127.0.0.1\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
      )
    const ports = `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n`
    writeFileSync(join(folder, 'Caddyfile'), ports + file)
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
  })
}

/** Starts a proxy with a certificate in its own folder and waits until it accepts connections. */
async function start(port: number, configure: (folder: string) => string[]): Promise<TestProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-proxy-'))
  const names = ['-subj', `/CN=${DOMAIN}`, '-addext', `subjectAltName=DNS:${DOMAIN}`]
  const files = ['-keyout', `${folder}/privkey.pem`, '-out', `${folder}/fullchain.pem`]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...key, ...names, ...files], { stdio: 'pipe' })
  const [program = '', ...args] = configure(folder)
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const stop = async () => {
    await ended(child)
    rmSync(folder, { recursive: true, force: true })
  }
  const certificate = readFileSync(join(folder, 'fullchain.pem'), 'utf8')
  while (!(await accepts(port, certificate))) {
    if (child.exitCode === null) continue
    await stop()
    throw new Error(`${program} ended: ${said}`)
  }
  return { url: `https://${DOMAIN}:${port}`, port, certificate, stop }
}

const accepts = (port: number, ca: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername: DOMAIN, ca })
    socket.once('secureConnect', () => resolve(socket.end() !== null)).once('error', () => resolve(false))
  })

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
