import type { convertEndpoints } from '../../../contract/convert-endpoints.ts'
import { ROUTE_FAMILIES, type RouteFamily } from '../../core/families.ts'
import type { Families } from '../../core/find-conversion.ts'
import { fileAnswer } from '../../http/file-answer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { downloadOutput } from './download-output.ts'
import { getConversion } from './get-conversion.ts'
import { listFormats } from './list-formats.ts'
import { listOperations } from './list-operations.ts'
import { submitForm } from './submit-form.ts'
import { submitJson } from './submit-json.ts'
import { validateForm, validateJson } from './validate-conversion.ts'
import { waitForConversion } from './wait-for-conversion.ts'

// The families' routes differ in which family they speak of, and in nothing else.

type Routes = Handlers<keyof typeof convertEndpoints>

export const formats =
  (route: RouteFamily): Routes['listDocumentFormats'] =>
  async ({ ctx }) => ({ status: 200, body: listFormats(ctx, ROUTE_FAMILIES[route]) })

export const operations =
  (route: RouteFamily): Routes['listDocumentOperations'] =>
  async ({ ctx, query }) => ({
    status: 200,
    body: { operations: await listOperations(ctx, route, query) },
  })

export const convert =
  (route: RouteFamily): Routes['convertDocument'] =>
  async ({ ctx, json, parts, idempotencyKey, gone }) => {
    const id = json
      ? await submitJson(ctx, route, json, idempotencyKey, gone)
      : await submitForm(ctx, route, parts(), idempotencyKey, gone)
    return { status: 202, body: { conversion_id: id, id, status: 'pending', state: 'pending' } }
  }

export const validate =
  (route: RouteFamily): Routes['validateDocument'] =>
  async ({ ctx, json, parts }) => ({
    status: 200,
    body: await (json ? validateJson(ctx, route, json) : validateForm(ctx, route, parts())),
  })

export const status =
  (families: Families): Routes['getDocumentConversion'] =>
  async ({ ctx, params }) => ({
    status: 200,
    body: await getConversion(ctx, params.conversion_id, families),
  })

export const wait =
  (families: Families): Routes['waitForDocument'] =>
  async ({ ctx, params, query, gone }) => ({
    status: 200,
    body: await waitForConversion(ctx, params.conversion_id, families, query.timeout, gone),
  })

export const download =
  (families: Families): Routes['downloadDocument'] =>
  async ({ ctx, params, range }) =>
    fileAnswer(ctx.platform.objects, await downloadOutput(ctx, params.conversion_id, families), range)
