import type { historyEndpoints } from '../../../contract/history.ts'
import { findConversion } from '../../core/find-conversion.ts'
import { presentQueued } from '../../core/present-queued.ts'
import { madeAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { exportConversions } from './export-conversions.ts'
import { hideConversions } from './hide-conversions.ts'
import { listFamily } from './list-conversions.ts'
import { removeConversion } from './remove-conversion.ts'
import { summariseConversions } from './summarise-conversions.ts'
import { waitForAny } from './wait-for-any.ts'

type Routes = Handlers<keyof typeof historyEndpoints>

const hide: Routes['hideDocuments'] = async ({ ctx, json }) => ({
  status: 200,
  body: await hideConversions(ctx, json),
})

export const historyRoutes: Routes = {
  listDocumentHistory: async ({ ctx, query }) => ({
    status: 200,
    body: await listFamily(ctx, 'document', query),
  }),
  listImageHistory: async ({ ctx, query }) => ({ status: 200, body: await listFamily(ctx, 'image', query) }),
  hideDocuments: hide,
  hideMedia: hide,
  listConversions: async ({ ctx, query, gone }) => ({
    status: 200,
    body: await waitForAny(ctx, query, gone),
  }),
  summariseConversions: async ({ ctx, query }) => ({
    status: 200,
    body: await summariseConversions(ctx, query),
  }),
  exportConversions: async ({ ctx, query }) =>
    madeAnswer({ type: 'text/csv; charset=utf-8', ...(await exportConversions(ctx, query)) }),
  getConversion: async ({ ctx, params }) => ({
    status: 200,
    body: await presentQueued(ctx, await findConversion(ctx, params.conversion_id, undefined)),
  }),
  removeConversion: async ({ ctx, params }) => {
    await removeConversion(ctx, params.conversion_id)
    return { status: 204 }
  },
}
