import { statfs } from 'node:fs/promises'
import type { Settings } from '../platform.ts'
import { StorageFull } from './storage-full.ts'

/** Default minimum of free space: 1 GB, and more on a large disk. */
const MIN_FREE_BYTES = 1_000_000_000
const MIN_FREE_SHARE = 0.02
/** Bytes written between two checks of the disk. */
const LOOK_EVERY = 64 * 1024 * 1024

type Disk = Pick<Settings, 'uploads' | 'minFreeBytes'>

/**
 * Keeps free space on the scratch folder's disk, which the database often shares and must not lose.
 * `share` lowers the minimum for work that was already accepted.
 * @throws StorageFull if so many more bytes would leave less than the minimum
 */
export async function requireFreeSpace(disk: Disk, bytes = 0, share = 1): Promise<void> {
  const { bsize, blocks, bavail } = await statfs(disk.uploads)
  const floor = disk.minFreeBytes ?? Math.max(MIN_FREE_BYTES, blocks * bsize * MIN_FREE_SHARE)
  if (bavail * bsize - bytes < floor * share) throw new StorageFull('too little free space')
}

/**
 * A guard for a stream to the disk: call it with each chunk's length before writing.
 * @throws StorageFull
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
