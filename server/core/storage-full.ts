/** There is no space; the caller reports it and cleans up. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}

/** Turns "no space left" and "over quota" into StorageFull. */
export async function orStorageFull<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
      throw new StorageFull('no space left', { cause: error })
    throw error
  }
}
