import type { businessEventEndpoints } from '../../../contract/business-events.ts'
import type { businessEndpoints } from '../../../contract/businesses.ts'
import { requireBusiness } from '../../core/businesses/hold-business.ts'
import { presentBusiness } from '../../core/businesses/present-business.ts'
import type { Context } from '../../core/context.ts'
import { fileAnswer, madeAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { createBusiness } from './create-business.ts'
import { addBusinessDocument, businessDocumentContent, removeBusinessDocument } from './documents.ts'
import { listBusinesses } from './list-businesses.ts'
import { exportBusinessEvents, listBusinessEvents } from './list-events.ts'
import { permissionTable } from './permission-table.ts'
import { reviewVerification, startReview, verifyBusiness } from './review-verification.ts'
import { closeBusiness, setBusinessStatus } from './set-status.ts'
import { submitVerification } from './submit-verification.ts'
import { updateBusiness } from './update-business.ts'
import { updatePolicies } from './update-policies.ts'

const read = async ({ ctx }: { ctx: Context }) =>
  ({ status: 200, body: await presentBusiness(ctx, requireBusiness(ctx).id) }) as const

export const businessRoutes: Handlers<keyof typeof businessEndpoints | keyof typeof businessEventEndpoints> =
  {
    listBusinesses: async ({ ctx, query }) => ({ status: 200, body: await listBusinesses(ctx, query) }),
    createBusiness: async ({ ctx, json, idempotencyKey }) => ({
      status: 201,
      body: await createBusiness(ctx, json, idempotencyKey),
    }),
    getBusiness: read,
    getVerificationStatus: read,
    updateBusiness: async ({ ctx, json }) => ({ status: 200, body: await updateBusiness(ctx, json) }),
    verifyBusiness: async ({ ctx, json }) => ({ status: 200, body: await verifyBusiness(ctx, json) }),
    setBusinessStatus: async ({ ctx, query }) => ({ status: 200, body: await setBusinessStatus(ctx, query) }),
    submitVerification: async ({ ctx, json }) => ({ status: 200, body: await submitVerification(ctx, json) }),
    startReview: async ({ ctx }) => ({ status: 200, body: await startReview(ctx) }),
    reviewVerification: async ({ ctx, json }) => ({ status: 200, body: await reviewVerification(ctx, json) }),
    addBusinessDocument: async ({ ctx, parts }) => ({
      status: 201,
      body: await addBusinessDocument(ctx, parts),
    }),
    removeBusinessDocument: async ({ ctx, params }) => {
      await removeBusinessDocument(ctx, params.document_id)
      return { status: 204 }
    },
    getBusinessDocument: async ({ ctx, params, range }) =>
      fileAnswer(ctx.platform.objects, await businessDocumentContent(ctx, params.document_id), range),
    updatePolicies: async ({ ctx, json }) => ({ status: 200, body: await updatePolicies(ctx, json) }),
    closeBusiness: async ({ ctx, json }) => ({ status: 200, body: await closeBusiness(ctx, json.reason) }),
    getBusinessPermissions: async ({ ctx }) => ({ status: 200, body: permissionTable(ctx) }),
    listBusinessEvents: async ({ ctx, query }) => ({
      status: 200,
      body: await listBusinessEvents(ctx, query),
    }),
    exportBusinessEvents: async ({ ctx, query }) =>
      madeAnswer({ ...(await exportBusinessEvents(ctx, query)), type: 'text/csv; charset=utf-8' }),
  }
