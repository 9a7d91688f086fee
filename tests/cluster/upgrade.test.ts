import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBalancerHere } from './balancer.ts'
import { audit } from './books.ts'
import { Cluster } from './cluster.ts'
import { Load } from './load.ts'
import type { Member } from './member.ts'
import { nextVersion, versionOf } from './versions.ts'

/**
 * A commit to upgrade from; without one, this version is upgraded to one that has a migration more.
 */
const FROM = process.env.UPGRADE_FROM

describe.runIf(isBalancerHere)('two versions on one database, under load', () => {
  const before = FROM ? versionOf(FROM) : null
  const after = FROM ? null : nextVersion()
  let cluster: Cluster
  let load: Load
  beforeAll(async () => {
    cluster = await Cluster.start({ ...(before && { root: before.root }), size: 2 })
    load = await Load.signUp(cluster.url, { hasPieces: !FROM })
    load.begin()
    await load.caughtUp()
  }, 300_000)
  afterAll(async () => {
    await cluster?.stop()
    for (const version of [before, after]) version?.remove()
  }, 60_000)

  const ports = () => cluster.web.map(({ port }) => port)
  /** Takes a web process out of the balancer first, as docs/operating.md says. */
  async function replace(member: Member, root?: string) {
    if (member.role === 'web') await cluster.balancer.route(ports().filter((port) => port !== member.port))
    expect(await member.stop('SIGTERM')).toBe(0)
    await member.start({}, root)
    await cluster.balancer.route(ports())
    await load.caughtUp()
  }

  it('no request fails while the database is migrated, each process is replaced, and an old one starts again', async () => {
    const root = after?.root
    const { DATABASE_URL = '', DATA_DIR = '' } = cluster.settings
    const { stdout } = await promisify(execFile)(process.execPath, ['dist-server/migrate.js'], {
      ...(root && { cwd: root }),
      env: { PATH: process.env.PATH, DATABASE_URL, DATA_DIR },
    })
    expect(stdout).toMatch(FROM ? /^Applied: \d+/ : /^Applied: 999-next\.sql\n$/)
    await load.caughtUp()
    const [web, otherWeb] = cluster.web
    const [worker, otherWorker] = cluster.workers
    if (!web || !otherWeb || !worker || !otherWorker) throw new Error('the cluster is too small')
    await replace(web, root)
    await replace(worker, root)
    // One of the version before starts again on the database that the newer one has migrated.
    await replace(otherWeb)
    await replace(otherWorker)
    await replace(otherWeb, root)
    await replace(otherWorker, root)
    await load.rest()
    expect(load.attempts.filter(({ error }) => error !== null)).toEqual([])
    expect((await audit(cluster, load)).faults).toEqual([])
    // Rows of processes that ended stay for a day.
    const versions = await cluster.postgres.query<{ version: string }>(
      `select distinct version from workers where seen_at > now() - interval '1 minute'`,
    )
    expect(versions).toHaveLength(1)
  }, 600_000)
})
