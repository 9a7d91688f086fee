import { statfs } from 'node:fs/promises'
import type { Settings } from '../platform.ts'
import { StorageFull } from './storage-full.ts'

/** The least that stays free without a setting: a gigabyte, and more on a large disk. */
const MIN_FREE_BYTES = 1_000_000_000
const MIN_FREE_SHARE = 0.02
/** Bytes that may arrive between two looks at the disk. */
const LOOK_EVERY = 64 * 1024 * 1024

type Disk = Pick<Settings, 'uploads' | 'minFreeBytes'>

/**
 * Keeps a floor of free space on the disk of the scratch folder, which the database often shares:
 * it must not be what a full disk stops first. `share` lowers the floor for what must end because
 * it was let in.
 * @throws StorageFull where so many more bytes would leave less than the floor
 */
export async function requireFreeSpace(disk: Disk, bytes = 0, share = 1): Promise<void> {
  const { bsize, blocks, bavail } = await statfs(disk.uploads)
  const floor = disk.minFreeBytes ?? Math.max(MIN_FREE_BYTES, blocks * bsize * MIN_FREE_SHARE)
  if (bavail * bsize - bytes < floor * share) throw new StorageFull('too little free space')
}

/**
 * For a stream that is written to the disk: call it with the length of each piece, before that is
 * written. @throws StorageFull
 */
export function freeSpaceGuard(disk: Disk): (bytes: number) => Promise<void> {
  let unseen = LOOK_EVERY
  return async (bytes) => {
    unseen += bytes
    if (unseen < LOOK_EVERY) return
    unseen = 0
    await requireFreeSpace(disk, bytes)
  }
}
