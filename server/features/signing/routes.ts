import type { signingEndpoints } from '../../../contract/signing-endpoints.ts'
import type { Context } from '../../core/context.ts'
import { getSession } from '../../core/signing/present.ts'
import { fileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { openLink, sendCode } from './access-gate.ts'
import { attach } from './attachments.ts'
import { getLog } from './audit-log.ts'
import {
  changeRecipient,
  extend,
  remind,
  removeSession,
  sealAgain,
  updateSession,
  voidSession,
} from './change-session.ts'
import { createSession } from './create-session.ts'
import { beginDrawing, drawOnDevice, getDrawing, viewDevice } from './device.ts'
import { linkDocument, linkResult, ownAttachment, ownDocument, ownResult } from './documents.ts'
import { duplicateSession } from './duplicate-session.ts'
import { listSessions } from './list-sessions.ts'
import { sendSession } from './send-session.ts'
import { decline, delegate, sign } from './sign.ts'
import { createTemplate, listTemplates, removeTemplate } from './templates.ts'
import { viewLink } from './view.ts'

/** How a session stands once something was done to it. */
const after = async (ctx: Context, id: string, done: Promise<unknown>) => {
  await done
  return { status: 200, body: await getSession(ctx, id) } as const
}
/** The same for whoever has a link. */
const seen = async (ctx: Context, token: string, done: Promise<unknown>) => {
  await done
  return { status: 200, body: await viewLink(ctx, token) } as const
}

export const signingRoutes: Handlers<keyof typeof signingEndpoints> = {
  listSigningSessions: async ({ ctx, query }) => ({ status: 200, body: await listSessions(ctx, query) }),
  createSigningSession: async ({ ctx, json, idempotencyKey, gone }) => ({
    status: 201,
    body: await getSession(ctx, await createSession(ctx, json, idempotencyKey, gone)),
  }),
  getSigningSession: async ({ ctx, params }) => ({
    status: 200,
    body: await getSession(ctx, params.session_id),
  }),
  updateSigningSession: ({ ctx, params: { session_id: id }, json }) =>
    after(ctx, id, updateSession(ctx, id, json)),
  removeSigningSession: async ({ ctx, params }) => {
    await removeSession(ctx, params.session_id)
    return { status: 204 }
  },
  sendSigningSession: ({ ctx, params: { session_id: id }, gone }) =>
    after(ctx, id, sendSession(ctx, id, gone)),
  duplicateSigningSession: async ({ ctx, params, idempotencyKey, gone }) => ({
    status: 201,
    body: await getSession(ctx, await duplicateSession(ctx, params.session_id, idempotencyKey, gone)),
  }),
  remindSigning: ({ ctx, params: { session_id: id }, json }) => after(ctx, id, remind(ctx, id, json)),
  extendSigning: ({ ctx, params: { session_id: id }, json }) => after(ctx, id, extend(ctx, id, json)),
  voidSigning: ({ ctx, params: { session_id: id }, json }) => after(ctx, id, voidSession(ctx, id, json)),
  changeRecipient: ({ ctx, params: { session_id: id, recipient_id }, json }) =>
    after(ctx, id, changeRecipient(ctx, id, recipient_id, json)),
  sealSigning: ({ ctx, params: { session_id: id } }) => after(ctx, id, sealAgain(ctx, id)),
  getAuditLog: async ({ ctx, params }) => ({ status: 200, body: await getLog(ctx, params.session_id) }),
  getSigningDocument: async ({ ctx, params, range }) =>
    fileAnswer(ctx.platform.objects, await ownDocument(ctx, params.session_id), range),
  getSigningResult: async ({ ctx, params, range }) =>
    fileAnswer(ctx.platform.objects, await ownResult(ctx, params.session_id), range),
  getSigningAttachment: async ({ ctx, params, range }) =>
    fileAnswer(
      ctx.platform.objects,
      await ownAttachment(ctx, params.session_id, params.attachment_id),
      range,
    ),
  listSigningTemplates: async ({ ctx, query }) => ({ status: 200, body: await listTemplates(ctx, query) }),
  createSigningTemplate: async ({ ctx, json }) => ({ status: 201, body: await createTemplate(ctx, json) }),
  removeSigningTemplate: async ({ ctx, params }) => {
    await removeTemplate(ctx, params.template_id)
    return { status: 204 }
  },

  viewSigning: async ({ ctx, params }) => ({ status: 200, body: await viewLink(ctx, params.token) }),
  sign: ({ ctx, params: { token }, json }) => seen(ctx, token, sign(ctx, token, json)),
  declineSigning: ({ ctx, params: { token }, json }) => seen(ctx, token, decline(ctx, token, json)),
  delegateSigning: ({ ctx, params: { token }, json }) => seen(ctx, token, delegate(ctx, token, json)),
  openSigning: async ({ ctx, params: { token }, json }) => {
    await openLink(ctx, token, json.code)
    // The pass is on its way to the browser; this answer is for who has just shown it.
    ctx.shown.signing = ctx.issued.signing?.token
    return seen(ctx, token, Promise.resolve())
  },
  sendSigningCode: async ({ ctx, params }) => {
    await sendCode(ctx, params.token)
    return { status: 204 }
  },
  readSigningDocument: async ({ ctx, params, range }) =>
    fileAnswer(ctx.platform.objects, await linkDocument(ctx, params.token), range),
  takeSigningResult: async ({ ctx, params, range }) =>
    fileAnswer(ctx.platform.objects, await linkResult(ctx, params.token, range), range),
  attachToSigning: async ({ ctx, params, parts }) => ({
    status: 201,
    body: await attach(ctx, params.token, params.field_id, parts),
  }),
  beginDeviceDrawing: async ({ ctx, params, json }) => ({
    status: 201,
    body: await beginDrawing(ctx, params.token, json.kind),
  }),
  getDeviceDrawing: async ({ ctx, params }) => ({ status: 200, body: await getDrawing(ctx, params.token) }),
  viewDevice: async ({ ctx, params }) => ({ status: 200, body: await viewDevice(ctx, params.device) }),
  drawOnDevice: async ({ ctx, params, json }) => {
    await drawOnDevice(ctx, params.device, json.picture)
    return { status: 204 }
  },
}
