import { receiveOne } from '../../core/receive-upload.ts'
import { fileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { deleteAvatar, getAvatar, putAvatar } from './avatar.ts'

/** The one part of a profile that an engine has to draw. */
export const avatarRoutes: Handlers<'getAvatar' | 'putAvatar' | 'deleteAvatar'> = {
  getAvatar: async ({ ctx }) => {
    const answer = await fileAnswer(ctx.platform.objects, await getAvatar(ctx), undefined)
    return { ...answer, status: 200 }
  },
  putAvatar: async ({ ctx, parts, gone }) => ({
    status: 200,
    body: await putAvatar(ctx, await receiveOne(parts(), ctx.platform.settings), gone),
  }),
  deleteAvatar: async ({ ctx }) => {
    await deleteAvatar(ctx)
    return { status: 204 }
  },
}
