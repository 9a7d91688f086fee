import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { storm } from './purchase-storm.ts'
import { BALANCED } from './till.ts'

/** `FULL=1` is the storm that the promise is about; it takes some minutes. */
const WISH = process.env.FULL ? { purchases: 1000, kills: 20 } : { purchases: 60, kills: 3 }
const folder = mkdtempSync(join(tmpdir(), 'filewright-billing-crash-'))
let database: TestDatabase | null = null
afterAll(async () => {
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a server that is killed while packs are paid', () => {
  it('gives each paid pack once, in whatever order and however often it is told', async () => {
    database = await createDatabase()
    const { paid, ...after } = await storm(folder, database.url, WISH)
    // A payment whose answer was lost is not made again; all others were.
    expect(paid).toBe(WISH.purchases)
    expect(after).toEqual({ kills: WISH.kills, lost: 0, double: 0, books: BALANCED })
  }, 1_200_000)
})
