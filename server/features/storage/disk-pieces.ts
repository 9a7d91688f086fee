import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../core/context.ts'
import { freeSpaceGuard } from '../../core/free-space.ts'
import { removeFile } from '../../core/remove-file.ts'
import { orStorageFull } from '../../core/storage-full.ts'
import type { Pieces } from './pieces.ts'

const placeOf = ({ platform }: Context, id: string) => join(platform.settings.uploads, `upload-${id}`)

/**
 * One file in the scratch folder for each upload. What has arrived is that file’s length, so that
 * no crash can part what is said from what is there.
 */
export const diskPieces: Pieces = {
  arrived: async (ctx, id) => (await stat(placeOf(ctx, id)).catch(() => null))?.size ?? 0,
  append: async (ctx, { id }, _from, bytes) => {
    const { settings } = ctx.platform
    await mkdir(settings.uploads, { recursive: true })
    const guard = freeSpaceGuard(settings)
    const file = await open(placeOf(ctx, id), 'a', 0o600)
    try {
      for await (const piece of bytes) {
        await guard(piece.length)
        await orStorageFull(file.writeFile(piece))
      }
    } finally {
      await file.close()
    }
  },
  withWhole: (ctx, { id }, work) => work(placeOf(ctx, id)),
  remove: (ctx, id) => removeFile(placeOf(ctx, id)),
}
