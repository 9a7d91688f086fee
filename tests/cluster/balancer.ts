import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.js'
import { PROGRAMS } from '../../scripts/programs.js'
import { until } from '../server/process.ts'
import type { Watchdog } from './watchdog.ts'

const NGINX = PROGRAMS['nginx-light'] ?? ''
export const isBalancerHere = existsSync(NGINX)

/** nginx before the web processes. One that cannot be reached is left out for a second. */
export class Balancer {
  readonly #folder: string
  readonly #watchdog: Watchdog
  readonly #port: number
  #child: ChildProcess | undefined

  private constructor(folder: string, port: number, watchdog: Watchdog) {
    this.#folder = folder
    this.#watchdog = watchdog
    this.#port = port
  }

  static async start(folder: string, ports: readonly number[], watchdog: Watchdog): Promise<Balancer> {
    for (const name of ['body', 'other']) mkdirSync(join(folder, name), { recursive: true })
    const balancer = new Balancer(folder, await freePort(), watchdog)
    balancer.#write(ports)
    await balancer.up()
    return balancer
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async up(): Promise<void> {
    const words = ['-c', join(this.#folder, 'nginx.conf'), '-p', this.#folder]
    this.#child = spawn(NGINX, words, { stdio: 'ignore' })
    this.#watchdog.watch(this.#child.pid)
    await until(20, async () => (await fetch(`${this.url}/balancer`)).ok)
  }

  /** Breaks every connection. */
  async down(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  }

  /**
   * Sends new requests to these ports alone; those that run end where they are. Resolves once it
   * does.
   */
  async route(ports: readonly number[]): Promise<void> {
    const mark = this.#write(ports)
    this.#child?.kill('SIGHUP')
    await until(20, async () => (await (await fetch(`${this.url}/balancer`)).text()) === mark)
  }

  #write(ports: readonly number[]): string {
    const mark = `${ports.join(' ')} at ${Date.now()}`
    const temporary = ['fastcgi', 'uwsgi', 'scgi', 'proxy'].map(
      (name) => `${name}_temp_path ${this.#folder}/other;`,
    )
    const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`)
    writeFileSync(
      join(this.#folder, 'nginx.conf'),
      `daemon off; pid ${this.#folder}/pid; error_log ${this.#folder}/error.log warn; worker_processes 1;
       events {}
       http {
         access_log off; client_body_temp_path ${this.#folder}/body; ${temporary.join(' ')}
         upstream web { ${servers.join(' ')} }
         server {
           listen 127.0.0.1:${this.#port};
           client_max_body_size 1g; proxy_request_buffering off; proxy_buffering off;
           proxy_connect_timeout 2s; proxy_read_timeout 120s;
           location = /balancer { return 200 "${mark}"; }
           location / {
             proxy_pass http://web; proxy_http_version 1.1; proxy_set_header Connection "";
             proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $remote_addr;
           }
         }
       }`,
    )
    return mark
  }
}
