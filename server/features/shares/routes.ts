import type { shareEndpoints } from '../../../contract/shares.ts'
import { getShare } from '../../core/present-share.ts'
import { fileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { renewShare, revokeShare, updateShare } from './change-share.ts'
import { createShare } from './create-share.ts'
import { findOpen } from './find-public.ts'
import { listShareEvents, listShares } from './list-shares.ts'
import { sendShareCode } from './locks.ts'
import { getPublicShare, openPublicShare } from './public-share.ts'
import { redeemShare } from './redeem.ts'
import { reportShare } from './report-share.ts'
import { sharedFileAnswer, sharedPreview } from './serve-shared.ts'

export const shareRoutes: Handlers<keyof typeof shareEndpoints> = {
  listShares: async ({ ctx, query }) => ({ status: 200, body: await listShares(ctx, query) }),
  createShare: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: await getShare(ctx, await createShare(ctx, json, idempotencyKey)),
  }),
  getShare: async ({ ctx, params }) => ({ status: 200, body: await getShare(ctx, params.link_id) }),
  updateShare: async ({ ctx, params, json }) => {
    await updateShare(ctx, params.link_id, json)
    return { status: 200, body: await getShare(ctx, params.link_id) }
  },
  renewShare: async ({ ctx, params }) => {
    await renewShare(ctx, params.link_id)
    return { status: 200, body: await getShare(ctx, params.link_id) }
  },
  revokeShare: async ({ ctx, params }) => {
    await revokeShare(ctx, params.link_id)
    return { status: 204 }
  },
  listShareEvents: async ({ ctx, params, query }) => ({
    status: 200,
    body: await listShareEvents(ctx, params.link_id, query),
  }),
  getPublicShare: async ({ ctx, params }) => ({ status: 200, body: await getPublicShare(ctx, params.token) }),
  openPublicShare: async ({ ctx, params, json }) => ({
    status: 200,
    body: await openPublicShare(ctx, params.token, json),
  }),
  sendShareCode: async ({ ctx, params, json }) => {
    await sendShareCode(ctx, await findOpen(ctx, params.token), json)
    return { status: 204 }
  },
  redeemPublicShare: async ({ ctx, params, json }) => ({
    status: 200,
    body: await redeemShare(ctx, params.token, json),
  }),
  downloadPublicFile: ({ ctx, params, range }) => sharedFileAnswer(ctx, params.token, params.grant, range),
  getPublicPreview: async ({ ctx, params, range, gone }) =>
    fileAnswer(ctx.platform.objects, await sharedPreview(ctx, params.token, params.part, gone), range),
  reportPublicShare: async ({ ctx, params, json }) => {
    await reportShare(ctx, params.token, json)
    return { status: 204 }
  },
}
