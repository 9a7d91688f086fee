import { expect } from 'vitest'
import type { Checks } from './check.ts'
import { corpusFile } from './corpus-file.ts'
import {
  expectAccepted,
  expectConversion,
  expectFile,
  expectJson,
  expectList,
  expectNothing,
  LIST,
  NUMBER,
  OBJECT,
  TEXT,
  UUID,
} from './shapes.ts'
import { PIPELINE } from './world.ts'

const PDF = '/api/v1/pdf_handler'
const CORE = '/api/v1/docs_core'

export const documentChecks: Checks = {
  'GET /api/v1/health/': async (send) => {
    expectJson(await send(), 200, { status: expect.stringMatching(/^(ok|degraded)$/) })
  },
  [`GET ${PDF}/formats/`]: async (send) => {
    const answer = await send()
    expectJson(answer, 200, { formats: LIST, engines: OBJECT })
    const formats: { format: string; outputs: string[] }[] = answer.body.formats
    expect(formats.map(({ format }) => format)).toEqual(
      expect.arrayContaining(['pdf', 'docx', 'odt', 'rtf', 'html', 'md', 'epub']),
    )
    expect(formats.find(({ format }) => format === 'docx')?.outputs).toContain('pdf')
  },
  [`GET ${PDF}/operations/`]: async (send) => {
    const answer = await send({ query: { from: 'pdf', to: 'pdf' } })
    expectJson(answer, 200, { operations: LIST })
    expect(answer.body.operations.map(({ operation }: { operation: string }) => operation)).toEqual(
      expect.arrayContaining(['merge', 'rotate_pages']),
    )
  },
  [`POST ${PDF}/convert/`]: async (send, world) => {
    const answer = await send({ form: { file: corpusFile('docs/report.odt'), target_format: 'pdf' } })
    expectAccepted(answer)
    const done = await world.settled(`${CORE}/conversion/${answer.body.conversion_id}/`)
    const file = await world.client.request('GET', done.download_url)
    expectFile(file, 'application/pdf', 'report.pdf', '%PDF-')
  },
  [`POST ${PDF}/convert/json/`]: async (send, world) => {
    const { s3_key } = await world.document()
    const answer = await send({ json: { s3_key, target_format: 'txt' } })
    expectAccepted(answer)
    const done = await world.settled(`${CORE}/conversion/${answer.body.conversion_id}/`)
    expect(done).toMatchObject({ source_format: 'docx', target_format: 'txt' })
  },
  [`POST ${PDF}/form-fields/`]: async (send) => {
    const answer = await send({ form: { file: corpusFile('pdf/fields-two-pages.pdf') } })
    expectJson(answer, 200, { pages: 2, fields: LIST })
    expect(answer.body.fields.length).toBeGreaterThan(0)
    expect(answer.body.fields[0]).toMatchObject({ name: TEXT, type: TEXT })
  },
  [`POST ${PDF}/save/`]: async (send, world) => {
    const file = corpusFile('pdf/fields-two-pages.pdf')
    const { fields } = await world.get('POST', `${PDF}/form-fields/`, { form: { file } })
    const { name } = fields.find(({ type }: { type: string }) => type === 'text')
    const edits = JSON.stringify({ fields: { [name]: 'Ana Ruiz' } })
    const answer = await send({ form: { file, edits } })
    expectAccepted(answer)
    const done = await world.settled(`${CORE}/conversion/${answer.body.conversion_id}/`)
    const saved = await world.client.request('GET', done.download_url)
    const again = { name: 'again.pdf', content: new Uint8Array(saved.bytes) }
    const after = await world.get('POST', `${PDF}/form-fields/`, { form: { file: again } })
    expect(after.fields.find((field: { name: string }) => field.name === name).value).toBe('Ana Ruiz')
  },
  [`GET ${PDF}/history/`]: async (send, world) => {
    await world.document()
    expectList(await send(), { conversion_id: UUID, status: TEXT, family: 'document' })
  },
  [`GET ${PDF}/conversion/{conversion_id}/`]: async (send, world) => {
    const { conversion_id } = await world.document()
    expectConversion(await send({}, { conversion_id }), { family: 'document', target_format: 'pdf' })
  },
  [`GET ${PDF}/{conversion_id}/download/`]: async (send, world) => {
    const { conversion_id } = await world.document()
    expectFile(await send({}, { conversion_id }), 'application/pdf', 'letter.pdf', '%PDF-')
  },
  [`GET ${CORE}/conversion/{conversion_id}/`]: async (send, world) => {
    const { conversion_id } = await world.document()
    expectConversion(await send({}, { conversion_id }), { family: 'document', target_format: 'pdf' })
  },
  [`GET ${CORE}/conversion/wait/{conversion_id}/`]: async (send, world) => {
    const form = { file: corpusFile('docs/letter.docx'), target_format: 'html' }
    const { conversion_id } = await world.get('POST', `${PDF}/convert/`, { form }, 202)
    expectConversion(await send({}, { conversion_id }), { conversion_id, target_format: 'html' })
  },
  [`POST ${CORE}/batch/collect/`]: async (send, world) => {
    const { conversion_id } = await world.document()
    expectJson(await send({ json: { conversion_ids: [conversion_id] } }), 201, { batch_id: UUID })
  },
  [`GET ${CORE}/batch/{batch_id}/download/`]: async (send, world) => {
    const { batch_id, download_url } = await world.documentBatch()
    expect(new URL(download_url, world.url).pathname).toBe(`${CORE}/batch/${batch_id}/download/`)
    expectFile(await send({}, { batch_id }), 'application/zip', '.zip', 'PK')
  },
  [`GET ${CORE}/credits/`]: async (send) => {
    expectJson(await send(), 200, { remaining: NUMBER })
  },
  [`POST ${CORE}/visibility/hide/`]: async (send, world) => {
    const form = { file: corpusFile('docs/letter.docx'), target_format: 'txt' }
    const { conversion_id } = await world.convert(`${PDF}/convert/`, `${CORE}/conversion/`, form)
    const listed = async () =>
      (await world.get('GET', `${PDF}/history/`)).results.map((one: { id: string }) => one.id)
    expect(await listed()).toContain(conversion_id)
    expectJson(await send({ json: { conversion_ids: [conversion_id] } }), 200, {})
    expect(await listed()).not.toContain(conversion_id)
  },
  [`GET ${PDF}/pipeline/`]: async (send, world) => {
    await world.pipeline()
    expectList(await send(), { pipeline_id: UUID, name: PIPELINE.name, steps: LIST })
  },
  [`POST ${PDF}/pipeline/`]: async (send) => {
    expectJson(await send({ json: PIPELINE }), 201, { pipeline_id: UUID, name: PIPELINE.name })
  },
  [`GET ${PDF}/pipeline/{pipeline_id}/`]: async (send, world) => {
    const { pipeline_id } = await world.pipeline()
    expectJson(await send({}, { pipeline_id }), 200, { pipeline_id, name: PIPELINE.name, steps: LIST })
  },
  [`DELETE ${PDF}/pipeline/{pipeline_id}/`]: async (send, world) => {
    const { pipeline_id } = await world.get('POST', `${PDF}/pipeline/`, { json: PIPELINE }, 201)
    expectNothing(await send({}, { pipeline_id }))
    await world.get('GET', `${PDF}/pipeline/${pipeline_id}/`, {}, 404)
  },
  [`POST ${PDF}/pipeline/{pipeline_id}/run/`]: async (send, world) => {
    const { pipeline_id } = await world.pipeline()
    const file = corpusFile('pdf/11-pages.pdf')
    const answer = await send({ form: { file } }, { pipeline_id })
    expectAccepted(answer)
    const { conversion_id } = answer.body
    await world.settled(`${PDF}/conversion/${conversion_id}/`)
    await world.settled(`${CORE}/conversion/wait/${conversion_id}/`)
    const result = await world.client.request('GET', `${PDF}/${conversion_id}/download/`)
    expectFile(result, 'application/pdf', '.pdf', '%PDF-')
  },
  'DELETE /api/v1/conversion/{conversion_id}/': async (send, world) => {
    const form = { file: corpusFile('docs/letter.docx'), target_format: 'txt' }
    const { conversion_id } = await world.convert(`${PDF}/convert/`, `${CORE}/conversion/`, form)
    expectNothing(await send({}, { conversion_id }))
    const again = await send({}, { conversion_id })
    expect(again.status).toBe(404)
  },
}
