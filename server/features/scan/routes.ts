import type { scanEndpoints } from '../../../contract/scan-endpoints.ts'
import { storedFileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { type Added, addFromDesk, addFromPhone, addStored } from './add-page.ts'
import { deletePage, restorePage, updatePage } from './change-page.ts'
import { finalizeScan, quoteScan } from './finalize.ts'
import { ownScan, pairedScan } from './find-scan.ts'
import { pageImage } from './image.ts'
import { newPairing, pairPhone } from './pairing.ts'
import { pollScan } from './poll.ts'
import { createScan, endOwnScan, listScans, present, updatePaired, updateScan } from './sessions.ts'

const added = ({ page, isNew }: Added) =>
  isNew ? ({ status: 201, body: page } as const) : ({ status: 200, body: page } as const)

export const scanRoutes: Handlers<keyof typeof scanEndpoints> = {
  createScanSession: async ({ ctx, json, idempotencyKey }) => ({
    status: 201,
    body: await createScan(ctx, json, idempotencyKey),
  }),
  listScanSessions: async ({ ctx, query }) => ({ status: 200, body: await listScans(ctx, query) }),
  getScanSession: async ({ ctx, params, query, gone }) => ({
    status: 200,
    body: await pollScan(ctx, await ownScan(ctx, params.session_id), query, gone),
  }),
  updateScanSession: async ({ ctx, params, json }) => {
    await updateScan(ctx, await ownScan(ctx, params.session_id), json)
    return { status: 200, body: await present(ctx, params.session_id, 'desk') }
  },
  endScanSession: async ({ ctx, params }) => {
    await endOwnScan(ctx, params.session_id)
    return { status: 204 }
  },
  pairScanSession: async ({ ctx, params }) => ({
    status: 201,
    body: await newPairing(ctx, params.session_id),
  }),
  addScanPage: async ({ ctx, params, json, parts }) =>
    added(
      json ? await addStored(ctx, params.session_id, json) : await addFromDesk(ctx, params.session_id, parts),
    ),
  updateScanPage: async ({ ctx, params, json }) => ({
    status: 200,
    body: await updatePage(ctx, await ownScan(ctx, params.session_id), params.page_id, json),
  }),
  deleteScanPage: async ({ ctx, params }) => {
    await deletePage(ctx, await ownScan(ctx, params.session_id), params.page_id)
    return { status: 204 }
  },
  restoreScanPage: async ({ ctx, params }) => ({
    status: 200,
    body: await restorePage(ctx, await ownScan(ctx, params.session_id), params.page_id),
  }),
  getScanImage: async ({ ctx, params, query, gone }) => {
    const found = await ownScan(ctx, params.session_id)
    const file = await pageImage(ctx, found, params.page_id, query.variant, gone)
    return storedFileAnswer(ctx.platform.objects, file)
  },
  quoteScan: async ({ ctx, params, json }) => ({
    status: 200,
    body: await quoteScan(ctx, params.session_id, json),
  }),
  finalizeScan: async ({ ctx, params, json, idempotencyKey }) => {
    const id = await finalizeScan(ctx, params.session_id, json, idempotencyKey)
    return { status: 202, body: { conversion_id: id, id, status: 'pending', state: 'pending' } }
  },
  pairPhone: async ({ ctx, json }) => ({ status: 200, body: await pairPhone(ctx, json.code) }),
  getPairedSession: async ({ ctx, query: { phone_id = null, ...query }, gone }) => ({
    status: 200,
    body: await pollScan(ctx, await pairedScan(ctx, phone_id), query, gone),
  }),
  updatePairedSession: async ({ ctx, json }) => {
    const found = await pairedScan(ctx, json.phone_id)
    await updatePaired(ctx, found, json)
    return { status: 200, body: await present(ctx, found.session.id, 'phone') }
  },
  addPairedPage: async ({ ctx, parts }) => added(await addFromPhone(ctx, parts)),
  updatePairedPage: async ({ ctx, params, json }) => ({
    status: 200,
    body: await updatePage(ctx, await pairedScan(ctx, json.phone_id ?? null), params.page_id, json),
  }),
  deletePairedPage: async ({ ctx, params }) => {
    await deletePage(ctx, await pairedScan(ctx, null), params.page_id)
    return { status: 204 }
  },
  restorePairedPage: async ({ ctx, params }) => ({
    status: 200,
    body: await restorePage(ctx, await pairedScan(ctx, null), params.page_id),
  }),
  getPairedImage: async ({ ctx, params, query, gone }) => {
    const file = await pageImage(ctx, await pairedScan(ctx, null), params.page_id, query.variant, gone)
    return storedFileAnswer(ctx.platform.objects, file)
  },
}
