import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { circumstances } from '../../benchmarks/circumstances.ts'
import { isSwiftHere } from '../../scripts/swift.js'
import { until } from '../server/process.ts'
import { isBalancerHere } from './balancer.ts'
import { audit } from './books.ts'
import { Cluster } from './cluster.ts'
import { faultsOf } from './faults.ts'
import { Load } from './load.ts'
import { Report } from './report.ts'

/** `npm run cluster` tries everything; `npm test` the faults that take seconds. */
const isWhole = process.env.CLUSTER === 'whole'
const isWritten = process.env.CLUSTER_WRITE === '1'

describe.runIf(isBalancerHere)('three web processes and three workers under load', () => {
  let cluster: Cluster
  let load: Load
  let report: Report
  const where = circumstances()
  beforeAll(async () => {
    cluster = await Cluster.start()
    load = await Load.signUp(cluster.url)
    const store = cluster.storeGate ? 'OpenStack Swift' : 'one disk'
    report = new Report([`${cluster.postgres.version}, files in ${store}, nginx as load balancer.`])
    load.begin()
    await load.caughtUp()
  }, 240_000)
  afterAll(async () => {
    await cluster?.stop()
    report?.print()
    if (isWritten) report.write(where)
  }, 60_000)

  /** Resolves while each worker is at something that takes longer than a moment. */
  async function makeBusy() {
    load.addSlow(2 * cluster.workers.length)
    const busy = `select from conversions where status = 'pending' and started_at is not null and target_format = 'avif'`
    await until(120, async () => (await cluster.postgres.query(busy)).length === cluster.workers.length)
  }

  it.each(faultsOf(isWhole, isSwiftHere()))(
    '$name: nothing is lost, done twice or charged wrongly',
    async ({ name, strike, missing }) => {
      if (missing !== null) return report.skip(name, missing)
      await makeBusy()
      const begun = performance.now()
      await strike(cluster)
      const passed = performance.now()
      const recovered = await load.caughtUp()
      await load.rest()
      const { counts, faults } = await audit(cluster, load)
      report.add(name, { begun, passed, recovered }, load.attempts, counts)
      expect(faults).toEqual([])
      load.begin()
    },
    600_000,
  )

  it('has done work of every family, and kept every file', async () => {
    await load.rest()
    expect(load.pieces.length).toBeGreaterThan(20)
    const [last = ''] = [...load.stored.keys()].slice(-1)
    expect(await load.contentOf(last)).toBe(load.stored.get(last))
    const families = await cluster.postgres.query<{ family: string }>(
      'select distinct family from conversions',
    )
    expect(families.map(({ family }) => family).sort()).toEqual([
      'audio',
      'document',
      'font',
      'image',
      'model',
      'video',
    ])
  }, 300_000)
})
