import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.js'
import { isSwiftHere, type Swift, startSwift } from '../../scripts/swift.js'
import { Balancer } from './balancer.ts'
import { Member } from './member.ts'
import { PostgresServer } from './postgres-server.ts'
import { TcpProxy } from './tcp-proxy.ts'
import { Watchdog } from './watchdog.ts'

const BUCKET = 'cluster'
/**
 * Each family has two workers, so that one of them may be ended: the second lacks video and audio,
 * the third fonts and models.
 */
const WORKERS: readonly Record<string, string>[] = [
  {},
  { WITHOUT_ENGINES: 'FFmpeg,node-av' },
  { WITHOUT_ENGINES: 'FontForge,HarfBuzz,wawoff2,glTF-Transform' },
]
const SETTINGS = {
  TRUST_PROXY: '1',
  RATE_LIMITS: '1000',
  SIGNUP_CREDITS: '10000000',
  DATABASE_POOL: '5',
  CONCURRENCY: '1',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}

/**
 * Three web processes behind a balancer and three workers, on one PostgreSQL and one bucket; each
 * is a real process.
 */
export class Cluster {
  readonly #folder: string
  readonly #swift: Swift | null
  readonly postgres: PostgresServer
  readonly balancer: Balancer
  readonly web: Member[]
  readonly workers: Member[]
  /** Between the last web process and the database. */
  readonly partition: TcpProxy
  /**
   * Between all processes and the store; null where files lie on the disk, since there is no Swift
   * here.
   */
  readonly storeGate: TcpProxy | null
  readonly settings: Record<string, string>
  readonly watchdog: Watchdog

  private constructor(parts: {
    folder: string
    swift: Swift | null
    postgres: PostgresServer
    balancer: Balancer
    members: Member[]
    partition: TcpProxy
    storeGate: TcpProxy | null
    settings: Record<string, string>
    watchdog: Watchdog
  }) {
    this.#folder = parts.folder
    this.#swift = parts.swift
    this.postgres = parts.postgres
    this.balancer = parts.balancer
    this.web = parts.members.filter(({ role }) => role === 'web')
    this.workers = parts.members.filter(({ role }) => role === 'worker')
    this.partition = parts.partition
    this.storeGate = parts.storeGate
    this.settings = parts.settings
    this.watchdog = parts.watchdog
  }

  /**
   * All processes start at once on an empty database, as they may in production. `size` is how many
   * there are of each role, and `root` the version that they run.
   */
  static async start({ size = 3, root }: { size?: number; root?: string } = {}): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'filewright-cluster-'))
    chmodSync(folder, 0o755)
    const watchdog = new Watchdog()
    const postgres = await PostgresServer.start(join(folder, 'postgres'), watchdog)
    const swift = isSwiftHere() ? await startSwift(join(folder, 'swift')) : null
    watchdog.watch(...(swift?.pids ?? []))
    const storeGate = swift && (await TcpProxy.start(Number(new URL(swift.url).port)))
    const partition = await TcpProxy.start(postgres.port)
    const settings: Record<string, string> = {
      ...SETTINGS,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: postgres.url(),
      ...(swift && {
        S3_BUCKET: BUCKET,
        S3_ENDPOINT: `http://127.0.0.1:${storeGate?.port}`,
        S3_ACCESS_KEY_ID: swift.accessKeyId,
        S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
      }),
    }
    // With a bucket the processes have no disk in common, as on machines of their own.
    const ownFolder = (name: string) => ({ DATA_DIR: join(folder, swift ? name : 'data') })
    const members: Member[] = []
    for (let at = 1; at <= size; at++) {
      const url = postgres.url(at === size ? partition.port : undefined)
      members.push(
        new Member(`web ${at}`, 'web', {
          port: await freePort(),
          settings: { ...settings, ...ownFolder(`web-${at}`), DATABASE_URL: url },
          watchdog,
          ...(root && { root }),
        }),
      )
    }
    for (const [at, own] of WORKERS.slice(0, size).entries())
      members.push(
        new Member(`worker ${at + 1}`, 'worker', {
          port: 0,
          settings: { ...settings, ...own, ...ownFolder(`worker-${at + 1}`) },
          watchdog,
          ...(root && { root }),
        }),
      )
    const ports = members.filter(({ role }) => role === 'web').map(({ port }) => port)
    const balancer = await Balancer.start(join(folder, 'nginx'), ports, watchdog)
    const cluster = new Cluster({
      folder,
      swift,
      postgres,
      balancer,
      members,
      partition,
      storeGate,
      settings,
      watchdog,
    })
    try {
      await Promise.all(members.map((member) => member.start()))
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return cluster
  }

  get url(): string {
    return this.balancer.url
  }

  get members(): Member[] {
    return [...this.web, ...this.workers]
  }

  async stop(): Promise<void> {
    for (const member of this.members) member.thaw()
    await Promise.all(this.members.map((member) => member.stop('SIGKILL')))
    await this.balancer.down()
    await this.partition.close()
    await this.storeGate?.close()
    await this.#swift?.stop()
    await this.postgres.down()
    this.watchdog.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
