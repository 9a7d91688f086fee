import { setTimeout as sleep } from 'node:timers/promises'
import { StorageFull } from '../../core/storage-full.ts'
import type { Connection } from '../postgres.ts'
import { isServerWorking } from '../working-servers.ts'
import { copyObject, type Stores } from './copy-object.ts'
import { FileRecord, type FileToMove, type FileTotals } from './file-record.ts'
import { claimMove, openClient, refuseWrites } from './source-lock.ts'

/** Attempts to copy an object when a store returns errors. */
const TRIES = 3
/**
 * A running instance keeps storing files: when a pass copies fewer objects, the rest waits for the
 * final run.
 */
const SHORT_PASS = 100

export interface FileMove extends Stores {
  /** The instance's database. */
  connection: Connection
  /** The target's display name, which identifies it. */
  targetName: string
  /** Objects that are copied in parallel. */
  parallel: number
  /** Verifies again what an earlier run has verified. */
  reread: boolean
  onProgress(totals: FileTotals): void
}

export interface FileMoveResult {
  totals: FileTotals
  /** Objects copied by this run. */
  copied: number
  damaged: number
  /**
   * Whether the target is complete: the instance was stopped, and no object is damaged or missing.
   */
  complete: boolean
  /** Whether a server uses the instance, so that more files may arrive. */
  working: boolean
}

/**
 * Copies every stored object that the target lacks, and verifies it there. While a server runs,
 * this is a preliminary pass; otherwise it locks the instance against writes and completes the
 * target. Nothing in the source is changed or deleted. An aborted run can be repeated and copies no
 * object twice.
 * @throws if a store or the database is unavailable, or `signal` aborts
 */
export async function moveFiles(
  move: FileMove,
  onFault: (key: string, fault: string) => void,
  acceptDamaged = false,
): Promise<FileMoveResult> {
  const client = await openClient(move.connection)
  const lock = await openClient(move.connection)
  try {
    await claimMove(lock)
    const working = await isServerWorking(lock)
    if (!working) await refuseWrites(lock, ['objects'])
    const record = await FileRecord.open(client, move.targetName)
    await record.survey(move.target, move.reread)
    let copied = 0
    for (;;) {
      const pass = await copyMissing(move, record)
      copied += pass
      if (!working || pass < SHORT_PASS) break
    }
    let damaged = 0
    for await (const { key, fault } of record.faults()) {
      damaged += 1
      onFault(key, fault)
    }
    const totals = await record.totals()
    const complete = !working && totals.verifiedFiles + damaged === totals.files
    if (!working && !complete)
      throw new Error('The target lacks files that the database has. Run this command again.')
    // Fails if the session has ended, and with it the lock.
    await lock.query('commit')
    if (!working && (await isServerWorking(lock)))
      throw new Error('A server was started meanwhile. Stop it and run this command again.')
    if (complete) await record.removeDeleted(move.target)
    if (complete && (damaged === 0 || acceptDamaged)) await record.drop()
    return { totals, copied, damaged, working, complete: complete && (damaged === 0 || acceptDamaged) }
  } finally {
    await client.end().catch(() => {})
    await lock.end().catch(() => {})
  }
}

/** Reports what a move would do. Read-only. */
export async function checkFiles(
  move: Pick<FileMove, 'connection' | 'targetName'>,
): Promise<{ totals: FileTotals; working: boolean }> {
  const client = await openClient(move.connection)
  try {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('objects') is not null as there`,
    )
    if (!rows[0]?.there)
      throw new Error(
        'The database has no tables of an instance. Set DATABASE_URL to that of the instance, or remove it.',
      )
    return { totals: await FileRecord.peek(client, move.targetName), working: await isServerWorking(client) }
  } finally {
    await client.end()
  }
}

/** One pass over the unverified objects. @returns the number of copied objects */
async function copyMissing(move: FileMove, record: FileRecord): Promise<number> {
  const failed = new AbortController()
  const signal = AbortSignal.any([move.signal, failed.signal])
  const totals = await record.totals()
  move.onProgress(totals)
  let copied = 0
  const files = record.missing()
  const work = async () => {
    for await (const file of files) {
      signal.throwIfAborted()
      const result = await copyPatiently({ ...move, signal }, file)
      if ('fault' in result) {
        // An object deleted meanwhile is not lost.
        if (await record.isStored(file.key)) await record.setFault(file.key, result.fault)
        continue
      }
      await record.setVerified(file.key, result)
      if (result.copied) copied += 1
      totals.verifiedFiles += 1
      totals.verifiedBytes += file.size
      move.onProgress(totals)
    }
  }
  const ended = await Promise.allSettled(
    Array.from({ length: move.parallel }, () =>
      work().catch((error: unknown) => {
        failed.abort(error)
        throw error
      }),
    ),
  )
  move.signal.throwIfAborted()
  if (failed.signal.aborted) throw failed.signal.reason
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return copied
}

async function copyPatiently(stores: Stores, file: FileToMove) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await copyObject(stores, file)
    } catch (error) {
      if (attempt === TRIES || error instanceof StorageFull || stores.signal.aborted) throw error
      await sleep(attempt * 1000, undefined, { signal: stores.signal })
    }
  }
}
