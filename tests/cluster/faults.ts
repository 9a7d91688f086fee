import { setTimeout as sleep } from 'node:timers/promises'
import { isClockMovable, MovedClock } from '../endurance/moved-clock.ts'
import type { Cluster } from './cluster.ts'
import type { Member } from './member.ts'

const SECOND = 1000
/** Longer than the queue waits for a worker's heartbeat. */
const FROZEN_MS = 20 * SECOND
const PARTITION_MS = 30 * SECOND
const STORE_AWAY_MS = 60 * SECOND
const SKEW_SECONDS = 60
const SKEWED_MS = 30 * SECOND

export interface Fault {
  name: string
  /** Why it cannot be tried here; null where it can. */
  missing: string | null
  /**
   * Does it, and undoes it where it does not pass by itself. What has died is started again at
   * once, as a supervisor would.
   */
  strike: (cluster: Cluster) => Promise<void>
}

const fault = (name: string, strike: Fault['strike'], missing: string | null = null): Fault => ({
  name,
  strike,
  missing,
})

/** Time counts from the kill; the start of the next process is a part of it. */
const killed = (name: string, pick: (cluster: Cluster) => Member | undefined) =>
  fault(`kill -9 of ${name}`, async (cluster) => {
    const member = pick(cluster)
    await member?.stop('SIGKILL')
    await member?.start()
  })

const killedWeb = (number: number) => killed(`web ${number}`, ({ web }) => web[number - 1])
const killedWorker = (number: number) => killed(`worker ${number}`, ({ workers }) => workers[number - 1])

const databaseRestarted = fault('database: immediate shutdown and start', async ({ postgres }) => {
  await postgres.down()
  await postgres.up()
})

const balancerRestarted = fault('load balancer drops all connections', async ({ balancer }) => {
  await balancer.down()
  await balancer.up()
})

const storeAway = (isSwiftHere: boolean) =>
  fault(
    'object store unavailable for 60 s',
    async ({ storeGate }) => {
      await storeGate?.set('closed')
      await sleep(STORE_AWAY_MS)
      await storeGate?.set('open')
    },
    isSwiftHere ? null : 'OpenStack Swift is not installed',
  )

const workerFrozen = fault('worker frozen for 20 s (SIGSTOP)', async ({ workers: [worker] }) => {
  worker?.freeze()
  await sleep(FROZEN_MS)
  worker?.thaw()
})

const partitioned = fault('web 3 cut off from the database for 30 s', async ({ partition }) => {
  await partition.set('frozen')
  await sleep(PARTITION_MS)
  await partition.set('open')
})

const skewed = fault(
  'clocks of web 3 and worker 3 one minute ahead',
  async ({ web, workers }) => {
    const clock = new MovedClock()
    clock.advance(SKEW_SECONDS)
    const members = [web[2], workers[2]]
    const restart = (environment: Record<string, string>) =>
      Promise.all(
        members.map(async (member) => {
          await member?.stop()
          await member?.start(environment)
        }),
      )
    try {
      await restart(clock.environment())
      await sleep(SKEWED_MS)
      await restart({})
    } finally {
      clock.close()
    }
  },
  isClockMovable ? null : 'libfaketime is not installed',
)

/** All of them, or the few that `npm test` has time for. */
export function faultsOf(whole: boolean, isSwiftHere: boolean): Fault[] {
  if (!whole) return [killedWeb(1), killedWorker(1), databaseRestarted]
  return [
    ...[1, 2, 3].flatMap((number) => [killedWeb(number), killedWorker(number)]),
    databaseRestarted,
    balancerRestarted,
    workerFrozen,
    partitioned,
    skewed,
    storeAway(isSwiftHere),
  ]
}
