import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findFaults } from './checks.ts'
import { Instance } from './instance.ts'
import { Life } from './life.ts'
import { isClockMovable, MovedClock } from './moved-clock.ts'
import { Report } from './report.ts'

const DAYS = Number(process.env.SOAK_DAYS ?? 5)
const STEPS = 3
const HOURS = 24
/**
 * Days of a graceful restart, a killed server, a killed database, and a full disk; each in the
 * middle of work.
 */
const isDay = (day: number, every: number, first: number) => day >= first && (day - first) % every === 0
const isRestart = (day: number) => isDay(day, 30, 2)
const isKill = (day: number) => isDay(day, 31, 3)
const isDatabaseKill = (day: number) => isDay(day, 23, 5)
const isFullDisk = (day: number) => isDay(day, 40, 4)
/** Bytes that the rest of the system may still write on the full disk. */
const LEFT = 24_000_000

const clock = new MovedClock()
const instance = new Instance(clock)
const report = new Report()
afterAll(async () => {
  await instance.close()
  clock.close()
  report.print()
})

describe.runIf(isClockMovable)(`${DAYS} days of work`, () => {
  it('leave every balance, counter, file, job and handle where it should be', {
    timeout: DAYS * 120_000 + 120_000,
  }, async () => {
    const life = new Life(instance, clock.now)
    await instance.start()
    for (let day = 1; day <= DAYS; day++) {
      const started = performance.now()
      await life.day(day)
      await interrupt(day, life)
      await life.rest()
      report.add(day, instance.usage(), life.counts, performance.now() - started)
      for (let step = 0; step < STEPS; step++) await pass(HOURS / STEPS)
      await life.rest()
      expect(await findFaults(instance), `after day ${day}`).toEqual([])
    }
    expect(report.mostHandles(), report.table()).toBeLessThan(150)
    if (DAYS < 30) return
    expect(report.slope('handles'), report.table()).toBeLessThan(1)
    expect(report.slope('memory'), report.table()).toBeLessThan(3)
  })
})

async function pass(hours: number) {
  clock.advance(hours * 3600)
  await instance.swept()
}

async function interrupt(day: number, life: Life) {
  if (isRestart(day) || isKill(day)) {
    const begun = await life.beginConversion()
    const code = await instance.stop(isRestart(day) ? 'SIGTERM' : 'SIGKILL')
    expect(code).toBe(isRestart(day) ? 0 : null)
    await instance.start()
    report.restarted()
    await life.endConversion(begun)
  }
  if (isDatabaseKill(day)) {
    const begun = await life.beginConversion()
    instance.killDatabase()
    await life.endConversion(begun)
  }
  if (isFullDisk(day) && instance.disk.isMounted) {
    const filler = join(instance.folder, 'filler')
    fill(filler, instance.disk.freeBytes() - LEFT)
    try {
      for (let step = 0; step < STEPS; step++) {
        await life.meetFullDisk()
        await pass(HOURS / STEPS)
      }
      await life.meetFullDisk()
    } finally {
      rmSync(filler)
    }
    const begun = await life.beginConversion()
    await life.endConversion(begun)
  }
}

function fill(path: string, bytes: number) {
  const file = openSync(path, 'w')
  const piece = Buffer.alloc(4_000_000, 1)
  for (let at = 0; at + piece.length < bytes; at += piece.length) writeSync(file, piece)
  closeSync(file)
}
