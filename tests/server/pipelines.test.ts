import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Pipeline, PipelineRun, RunItem } from '../../contract/pipelines.ts'
import { conversions, owners, pipelineRuns, pipelines } from '../../server/core/schema.ts'
import { sweep } from '../../server/worker/sweep.ts'
import { type Client, signUp, startServer, storedFiles, type TestServer } from './harness.ts'
import { until } from './process.ts'
import { setClock } from './safe-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const PIPELINES = '/api/v1/pdf_handler/pipeline/'
const RUNS = `${PIPELINES}runs/`
const owner = () => signUp(server.url)
const WATERMARK = { operation: 'watermark', options: { text: 'DRAFT' } }
const TO_TEXT = { operation: 'convert', target_format: 'txt' }

async function create(me: Client, steps: object[], name = 'Stamp'): Promise<Pipeline> {
  const made = await me.json('POST', PIPELINES, { name, steps })
  expect(made.body).toMatchObject({ valid: true })
  expect(made.status).toBe(201)
  return made.body
}
async function store(me: Client, content: string, name = 'cover.pdf') {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const response = await me.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: form })
  return (await response.json()) as { id: string; s3_key: string }
}
async function run(
  me: Client,
  pipeline: Pipeline,
  contents: string[],
  extra: Record<string, string> = {},
  key?: string,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(extra)) form.append(name, value)
  for (const [at, content] of contents.entries())
    form.append('file', new Blob([content]), `file-${at + 1}.pdf`)
  const response = await me.fetch(`${PIPELINES}${pipeline.id}/run/`, {
    method: 'POST',
    body: form,
    headers: key ? { 'idempotency-key': key } : {},
  })
  return {
    status: response.status,
    body: (await response.json()) as PipelineRun & { code: string; detail: string },
  }
}
const settled = (me: Client, id: string) =>
  until(20, async (): Promise<PipelineRun | false> => {
    const { body } = await me.json('GET', `${RUNS}${id}/`)
    return body.status !== 'pending' && body
  })
const itemsOf = async (me: Client, id: string, query = ''): Promise<RunItem[]> =>
  (await me.json('GET', `${RUNS}${id}/items/${query}`)).body.results
const download = async (me: Client, item: RunItem) =>
  (await me.fetch(item.conversion.download_url as string)).text()
const creditsOf = async (me: Client & { username: string }) =>
  (await me.json('GET', '/api/v1/docs_core/credits/')).body as { remaining: number; held: number }

describe('a pipeline', () => {
  it('is saved, listed, changed, found by a part of its name, and deleted', async () => {
    const me = await owner()
    const made = await create(me, [WATERMARK, TO_TEXT], 'Stamp and read')
    expect(made).toMatchObject({
      credits: 3,
      gives: 'txt',
      runs: 0,
      last_run_at: null,
      checks: [
        { label: 'Add watermark', takes: 'pdf', gives: 'pdf', credits: 1, problem: null },
        { label: 'Convert to TXT', takes: 'pdf', gives: 'txt', credits: 2, problem: null },
      ],
    })
    await create(me, [WATERMARK], 'Other')
    const list = (await me.json('GET', `${PIPELINES}?sort_by=name&sort_dir=asc`)).body
    expect(list.results.map(({ name }: Pipeline) => name)).toEqual(['Other', 'Stamp and read'])
    expect((await me.json('GET', `${PIPELINES}?q=READ`)).body).toMatchObject({ count: 1 })
    const changed = await me.json('PUT', `${PIPELINES}${made.id}/`, { name: 'Stamped', steps: [WATERMARK] })
    expect(changed.body).toMatchObject({ name: 'Stamped', credits: 1 })
    expect((await me.json('DELETE', `${PIPELINES}${made.id}/`)).status).toBe(204)
    expect((await me.json('GET', `${PIPELINES}${made.id}/`)).status).toBe(404)
  })

  it('is refused where a step cannot follow, and the message names the step', async () => {
    const me = await owner()
    const wrong = async (steps: object[]) => (await me.json('POST', PIPELINES, { name: 'Wrong', steps })).body
    expect(await wrong([TO_TEXT, WATERMARK])).toMatchObject({
      code: 'pipeline_invalid',
      detail: 'Step 2 (Add watermark) needs PDF, but step 1 outputs TXT.',
      errors: [{ path: 'steps.1.operation' }],
    })
    expect(await wrong([{ operation: 'fold' }])).toMatchObject({
      detail: 'Step 1 (fold) is not available here.',
    })
    expect(await wrong([{ operation: 'inspect' }])).toMatchObject({ code: 'pipeline_invalid' })
    expect(await wrong([{ operation: 'thumbnail', target_format: 'webp' }])).toMatchObject({
      code: 'pipeline_invalid',
    })
    expect(await wrong([{ operation: 'watermark', options: { text: 'x'.repeat(21) } }])).toMatchObject({
      errors: [{ path: 'steps.0.options.text' }],
    })
    expect(await wrong([{ operation: 'watermark', target_format: 'docx' }])).toMatchObject({
      detail: 'Step 1 (Add watermark) cannot output DOCX. It outputs PDF.',
    })
    expect(
      await wrong([{ operation: 'encrypt', options: { user_password: 'open' } }, WATERMARK]),
    ).toMatchObject({
      detail:
        'Step 2 (Add watermark) cannot open the result of step 1, which is encrypted. Move the encryption to the end.',
    })
    expect(await wrong([{ operation: 'split' }, WATERMARK])).toMatchObject({
      detail: 'Step 2 (Add watermark) needs PDF, but step 1 outputs ZIP.',
    })
    expect(await wrong([{ operation: 'merge' }])).toMatchObject({ errors: [{ path: 'steps.0.files' }] })
    // Two mistakes are told at once.
    expect((await wrong([{ operation: 'fold' }, { operation: 'merge' }])).errors).toHaveLength(2)
    expect((await me.json('GET', PIPELINES)).body.count).toBe(0)
  })

  it('is checked and priced without being saved', async () => {
    const me = await owner()
    const { body } = await me.json('POST', `${PIPELINES}validate/`, {
      steps: [WATERMARK, WATERMARK, TO_TEXT],
    })
    expect(body).toMatchObject({ valid: true, credits: 4, gives: 'txt' })
    const broken = await me.json('POST', `${PIPELINES}validate/`, { steps: [TO_TEXT, WATERMARK] })
    expect(broken.body).toMatchObject({
      valid: false,
      credits: null,
      checks: [{ problem: null }, { gives: null }],
    })
  })

  it('keeps passwords sealed: they are used, never shown, kept when it is changed, and taken away when asked', async () => {
    const me = await owner()
    const step = { operation: 'encrypt', options: { user_password: 'open sesame' } }
    const made = await create(me, [step])
    expect(JSON.stringify(made)).not.toContain('sesame')
    expect(made.steps[0]).toMatchObject({ options: {}, secrets: ['user_password'] })
    const [row] = await server.platform.db.select().from(pipelines).where(eq(pipelines.id, made.id))
    expect(JSON.stringify(row?.steps)).not.toContain('sesame')
    expect(row?.secrets?.toString('latin1')).not.toContain('sesame')
    const { secrets: _, ...kept } = made.steps[0] as Pipeline['steps'][number]
    const renamed = await me.json('PUT', `${PIPELINES}${made.id}/`, { name: 'Renamed', steps: [kept] })
    expect(renamed.body.steps[0].secrets).toEqual(['user_password'])
    const follows = { pipeline_id: made.id, steps: [kept, WATERMARK] }
    expect((await me.json('POST', `${PIPELINES}validate/`, follows)).body.checks[1].problem).toContain(
      'encrypted',
    )
    const begun = await run(me, renamed.body, ['hello'])
    await settled(me, begun.body.id)
    const [item] = await itemsOf(me, begun.body.id)
    expect(await download(me, item as RunItem)).toBe('hello\nencrypt {"user_password":"open sesame"}')
    const rows = await server.platform.db
      .select()
      .from(conversions)
      .where(eq(conversions.runId, begun.body.id))
    expect(JSON.stringify(rows)).not.toContain('sesame')
    const cleared = { name: 'Open', steps: [{ ...kept, options: { user_password: '' } }] }
    expect((await me.json('PUT', `${PIPELINES}${made.id}/`, cleared)).body.steps[0].secrets).toEqual([])
  })

  it('may take stored files of its owner’s, before or after, and of nobody else’s', async () => {
    const me = await owner()
    const cover = await store(me, 'the cover')
    const pipeline = await create(me, [
      { operation: 'merge', files: [cover.id], files_first: true },
      WATERMARK,
    ])
    const begun = await run(me, pipeline, ['the letter'])
    expect(await settled(me, begun.body.id)).toMatchObject({ completed: 1 })
    const [item] = await itemsOf(me, begun.body.id)
    expect(await download(me, item as RunItem)).toBe(
      'the cover\nthe letter\nmerge {"quality":80}\nwatermark {"text":"DRAFT"}',
    )
    expect(item?.conversion.output?.warnings).toEqual(['Step 1: Merged with a warning.'])
    const foreign = await me.json('POST', PIPELINES, {
      name: 'Theirs',
      steps: [{ operation: 'merge', files: [(await store(await owner(), 'not yours')).id] }],
    })
    expect(foreign.body).toMatchObject({ code: 'pipeline_invalid', errors: [{ path: 'steps.0.files' }] })
    // Once the file is gone the step says so, and no run begins.
    await me.json('POST', '/api/v1/user/storage/files/delete/', { file_ids: [cover.id], permanently: true })
    expect((await me.json('GET', `${PIPELINES}${pipeline.id}/`)).body.checks[0].problem).toContain(
      'no longer exists',
    )
    expect((await run(me, pipeline, ['x'])).body).toMatchObject({ code: 'pipeline_invalid' })
  })

  it('is duplicated, exported without its secrets, and imported again with what has to be given anew', async () => {
    const me = await owner()
    const cover = await store(me, 'the cover')
    const steps = [
      { operation: 'merge', files: [cover.id] },
      { operation: 'encrypt', options: { user_password: 'open sesame' } },
    ]
    const made = await create(me, steps, 'Whole')
    const copy = (await me.json('POST', `${PIPELINES}${made.id}/duplicate/`)).body as Pipeline
    expect(copy).toMatchObject({ name: 'Whole (copy)', valid: true })
    expect(copy.steps[1]?.secrets).toEqual(['user_password'])
    const document = (await me.json('GET', `${PIPELINES}${made.id}/export/`)).body
    expect(document).toMatchObject({
      format: 'filewright-pipeline',
      version: 1,
      steps: [{ files: [{ file_name: 'cover.pdf' }] }, { left_out: ['user_password'], options: {} }],
    })
    expect(JSON.stringify(document)).not.toMatch(new RegExp(`sesame|${cover.id}|${made.id}`))
    const imported = await me.json('POST', `${PIPELINES}import/`, { document })
    expect(imported.body).toMatchObject({
      source: 'filewright',
      name: 'Whole',
      valid: false,
      unmapped: [
        { step: 1, what: 'cover.pdf' },
        { step: 2, what: 'options.user_password' },
      ],
    })
  })

  it('is read from another program’s document, naming what has no counterpart', async () => {
    const me = await owner()
    const document = {
      name: 'Theirs',
      pipeline: [
        {
          operation: '/api/v1/security/add-watermark',
          parameters: { watermarkText: 'COPY', fileInput: 'automated' },
        },
        { operation: '/api/v1/misc/auto-rename', parameters: {} },
        { operation: '/api/v1/general/rotate-pdf', parameters: { angle: 90 } },
      ],
    }
    const { body } = await me.json('POST', `${PIPELINES}import/`, { document })
    expect(body).toMatchObject({
      source: 'stirling',
      name: 'Theirs',
      steps: [{ operation: 'watermark', options: { text: 'COPY' } }],
    })
    const what = body.unmapped.map(({ step, what }: { step: number; what: string }) => `${step} ${what}`)
    expect(what).toContain('2 /api/v1/misc/auto-rename')
    expect(what).toContain('3 rotate_pages') // which the engines of this test do not have
    for (const strange of [
      {},
      { pipeline: [] },
      { pipeline: 'no' },
      { format: 'filewright-pipeline', version: 9 },
    ])
      expect((await me.json('POST', `${PIPELINES}import/`, { document: strange })).body.code).toBe(
        'pipeline_unreadable',
      )
  })

  it('begins from templates that run here', async () => {
    const me = await owner()
    const { templates } = (await me.json('GET', `${PIPELINES}templates/`)).body
    for (const template of templates) expect(template.valid, template.template).toBe(true)
  })
})

describe('a run', () => {
  it('takes each file through the steps, keeps the originals, and charges once at the end', async () => {
    const me = await owner()
    const before = await creditsOf(me)
    const pipeline = await create(me, [
      WATERMARK,
      { operation: 'watermark', options: { text: 'TWICE' } },
      TO_TEXT,
    ])
    const begun = await run(me, pipeline, ['one', 'two'])
    expect(begun.status).toBe(202)
    expect(begun.body).toMatchObject({ total: 2, credits_quoted: 8, name: 'Stamp', conversion_id: null })
    const done = await settled(me, begun.body.id)
    expect(done).toMatchObject({ status: 'completed', completed: 2, failed: 0, credits_charged: 8 })
    expect(done.steps.map(({ completed, waiting, skipped }) => [completed, waiting, skipped])).toEqual([
      [2, 0, 0],
      [2, 0, 0],
      [2, 0, 0],
    ])
    expect(await creditsOf(me)).toMatchObject({ remaining: before.remaining - 8, held: 0 })
    const items = await itemsOf(me, begun.body.id)
    expect(items.map(({ conversion }) => conversion.filename)).toEqual(['file-1.pdf', 'file-2.pdf'])
    const [first] = items as [RunItem]
    expect(await download(me, first)).toBe('ONE\nWATERMARK {"TEXT":"DRAFT"}\nWATERMARK {"TEXT":"TWICE"}')
    expect(first.conversion).toMatchObject({
      operation: 'pipeline',
      target_format: 'txt',
      credits_charged: 4,
    })
    expect(first.conversion.output?.filename).toBe('file-1.txt')
    for (const step of first.steps) {
      expect(step).toMatchObject({ status: 'completed', error: null, preview_url: null })
      expect(step.duration_ms).toBeGreaterThanOrEqual(0)
    }
    const original = await me.fetch(`/api/v1/conversion/${first.conversion.id}/original/`)
    expect(await original.text()).toBe('one')
    // Together as one ZIP, each once in the history, and what lay between the steps is gone.
    expect((await me.fetch(done.download_url as string)).status).toBe(200)
    expect((await me.json('GET', '/api/v1/conversion/')).body.count).toBe(2)
    expect((await me.json('GET', '/api/v1/conversion/?hidden=true')).body.count).toBe(0)
    expect((await me.json('GET', `${PIPELINES}${pipeline.id}/`)).body).toMatchObject({ runs: 1 })
  })

  it('on one file is a conversion that each route of documents knows by its id, and its PDF is a PDF', async () => {
    const me = await owner()
    const begun = await run(me, await create(me, [WATERMARK]), ['one'])
    const { conversion_id, id, status, state } = begun.body
    expect({ id, status, state }).toEqual({ id: conversion_id, status: 'pending', state: 'pending' })
    const waited = await me.json('GET', `/api/v1/docs_core/conversion/wait/${conversion_id}/`)
    const download = `/api/v1/pdf_handler/${conversion_id}/download/`
    expect(waited.body).toMatchObject({ conversion_id, status: 'completed', operation: 'pipeline' })
    expect(new URL(waited.body.download_url).pathname).toBe(download)
    for (const path of ['pdf_handler', 'docs_core'])
      expect((await me.json('GET', `/api/v1/${path}/conversion/${conversion_id}/`)).body).toEqual(waited.body)
    const file = await me.fetch(download)
    expect(file.headers.get('content-disposition')).toContain('file-1.pdf')
    expect((await settled(me, id)).download_url).toBe(waited.body.download_url)
    const history = (await me.json('GET', '/api/v1/conversion/')).body.results
    expect(history.map((row: { id: string }) => row.id)).toEqual([conversion_id])
    expect((await me.json('DELETE', `/api/v1/conversion/${conversion_id}/`)).status).toBe(204)
    expect((await me.fetch(download)).status).toBe(404)
  })

  it('on one file that fails says why under the same id', async () => {
    const me = await owner()
    const cover = await store(me, 'cover')
    const pipeline = await create(me, [WATERMARK, { operation: 'merge', files: [cover.id] }])
    const begun = await run(me, pipeline, ['fail merge source_damaged'])
    const path = `/api/v1/docs_core/conversion/wait/${begun.body.conversion_id}/`
    const { body } = await me.json('GET', path)
    const { error } = (await itemsOf(me, begun.body.id))[0]?.conversion ?? {}
    expect(body).toMatchObject({ status: 'failed', download_url: null, error })
    expect(error).toMatchObject({ code: 'source_damaged' })
  })

  it('lets go of what lay between the steps; removing a file of it takes everything of that file', async () => {
    const me = await owner()
    await sweep(server.platform)
    const before = await storedFiles(server)
    const pipeline = await create(me, [WATERMARK, WATERMARK, WATERMARK])
    const begun = await run(me, pipeline, ['one'])
    await settled(me, begun.body.id)
    await sweep(server.platform)
    expect(await storedFiles(server)).toBe(before + 2)
    const [item] = await itemsOf(me, begun.body.id)
    expect((await me.json('DELETE', `/api/v1/conversion/${item?.conversion.id}/`)).status).toBe(204)
    await sweep(server.platform)
    expect(await storedFiles(server)).toBe(before)
    expect((await me.json('GET', RUNS)).body.count).toBe(0)
  })

  it('fails for one file at the step that fails, which is named and costs nothing; the others go on', async () => {
    const me = await owner()
    const cover = await store(me, 'cover')
    const before = await creditsOf(me)
    const pipeline = await create(me, [WATERMARK, { operation: 'merge', files: [cover.id] }, TO_TEXT])
    const begun = await run(me, pipeline, ['fine', 'fail merge source_damaged'])
    const done = await settled(me, begun.body.id)
    expect(done).toMatchObject({ status: 'completed', completed: 1, failed: 1, credits_charged: 4 })
    expect(done.steps.map(({ completed, failed, skipped }) => [completed, failed, skipped])).toEqual([
      [2, 0, 0],
      [1, 1, 0],
      [1, 0, 1],
    ])
    const [item] = (await itemsOf(me, begun.body.id, '?status=failed')) as [RunItem]
    expect(item.conversion.error).toEqual({
      code: 'source_damaged',
      message: 'Step 2 (Merge): The file fails with source_damaged. Nothing was charged.',
      message_id: 'Step {0} ({1}): {2} Nothing was charged.',
      // The reason is a sentence itself, which can be translated too.
      message_values: ['2', 'Merge', '\u2068The file fails with \u2068source_damaged\u2069.\u2069'],
    })
    expect(item.steps.map(({ status }) => status)).toEqual(['completed', 'failed', 'skipped'])
    expect((await creditsOf(me)).remaining).toBe(before.remaining - 4)
  })

  it('ends with a sentence where a step makes several files and another follows', async () => {
    const me = await owner()
    const pipeline = await create(me, [WATERMARK, WATERMARK])
    const begun = await run(me, pipeline, ['several'])
    await settled(me, begun.body.id)
    const [item] = (await itemsOf(me, begun.body.id)) as [RunItem]
    expect(item.conversion.error?.message).toBe(
      'Step 2 (Add watermark) needs one PDF file, but step 1 outputs several files. Nothing was charged.',
    )
  })

  it('is stopped: what runs ends, credits come back, and nothing goes on', async () => {
    const me = await owner()
    const before = await creditsOf(me)
    const pipeline = await create(me, [WATERMARK, TO_TEXT])
    const name = randomUUID()
    const begun = await run(me, pipeline, [`hold watermark ${name}`, `hold watermark ${name}`])
    await server.held.started(`hold watermark ${name}`)
    const stopped = await me.json('POST', `${RUNS}${begun.body.id}/cancel/`)
    expect(stopped.body).toMatchObject({ status: 'failed', pending: 0, failed: 2 })
    expect(await creditsOf(me)).toEqual(before)
    await until(10, async () => !server.held.running.has(`hold watermark ${name}`))
    const [item] = (await itemsOf(me, begun.body.id)) as [RunItem]
    expect(item.steps.map(({ status }) => status)).toEqual(['skipped', 'skipped'])
    expect((await me.json('POST', `${RUNS}${begun.body.id}/cancel/`)).body.code).toBe('already_finished')
  })

  it('goes on as it began when its pipeline is changed or deleted', async () => {
    const me = await owner()
    const pipeline = await create(me, [WATERMARK, { operation: 'watermark', options: { text: 'SECOND' } }])
    const name = randomUUID()
    const begun = await run(me, pipeline, [`hold watermark ${name}`])
    await server.held.started(`hold watermark ${name}`)
    await me.json('PUT', `${PIPELINES}${pipeline.id}/`, { name: 'Other', steps: [TO_TEXT] })
    await me.json('DELETE', `${PIPELINES}${pipeline.id}/`)
    server.held.release(name)
    expect(await settled(me, begun.body.id)).toMatchObject({ completed: 1, pipeline_id: null, name: 'Stamp' })
    const [item] = (await itemsOf(me, begun.body.id)) as [RunItem]
    expect(await download(me, item)).toContain('SECOND')
  })

  it('is begun once for one idempotency key, and costs nothing where there are too few credits', async () => {
    const me = await owner()
    const pipeline = await create(me, [WATERMARK])
    const both = await Promise.all([run(me, pipeline, ['one'], {}, 'k'), run(me, pipeline, ['one'], {}, 'k')])
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1)
    await settled(me, both[0].body.id)
    const { ownerId } = (
      await server.platform.db.select().from(conversions).where(eq(conversions.runId, both[0].body.id))
    )[0] as { ownerId: string }
    await server.platform.db.update(owners).set({ creditsAvailable: 1 }).where(eq(owners.id, ownerId))
    const stored = await storedFiles(server)
    const poor = await run(me, pipeline, ['one', 'two'])
    expect([poor.status, poor.body.code]).toEqual([402, 'insufficient_credits'])
    expect(await creditsOf(me)).toMatchObject({ remaining: 1, held: 0 })
    expect(await storedFiles(server)).toBe(stored)
  })

  it('takes stored files by id or key, and nobody else’s', async () => {
    const me = await owner()
    const pipeline = await create(me, [WATERMARK])
    const [a, b] = [await store(me, 'a', 'a.pdf'), await store(me, 'b', 'b.pdf')]
    const at = `${PIPELINES}${pipeline.id}/run/`
    const begun = await me.json('POST', at, { file_ids: [a.id], s3_keys: [b.s3_key] })
    expect(begun.body).toMatchObject({ total: 2 })
    await settled(me, begun.body.id)
    const foreign = await store(await owner(), 'c', 'c.pdf')
    expect((await me.json('POST', at, { file_ids: [foreign.id] })).status).toBe(404)
    expect((await me.json('POST', at, { s3_keys: [foreign.s3_key] })).status).toBe(404)
    const note = await store(me, 'note', 'note.md')
    expect((await me.json('POST', at, { file_ids: [note.id] })).body.code).toBe('unsupported_source')
    expect((await me.json('POST', at, {})).body.code).toBe('file_missing')
  })

  it('keeps what its later steps take until it has ended, though it is deleted meanwhile', async () => {
    const me = await owner()
    await sweep(server.platform)
    const before = await storedFiles(server)
    const cover = await store(me, 'the cover')
    const pipeline = await create(me, [WATERMARK, { operation: 'merge', files: [cover.id] }])
    const name = randomUUID()
    const begun = await run(me, pipeline, [`hold watermark ${name}`])
    await server.held.started(`hold watermark ${name}`)
    await me.json('POST', '/api/v1/user/storage/files/delete/', { file_ids: [cover.id], permanently: true })
    server.held.release(name)
    expect(await settled(me, begun.body.id)).toMatchObject({ completed: 1 })
    const [item] = (await itemsOf(me, begun.body.id)) as [RunItem]
    expect(await download(me, item)).toContain('the cover')
    await sweep(server.platform)
    expect(await storedFiles(server), 'the original and the result').toBe(before + 2)
  })

  it('is tried on a sample for nothing: each step can be looked at, nothing can be had, and it is gone after an hour', async () => {
    const me = await owner()
    const before = await creditsOf(me)
    const pipeline = await create(me, [WATERMARK, WATERMARK])
    const begun = await run(me, pipeline, ['sample'], { dry_run: 'true' })
    const done = await settled(me, begun.body.id)
    const none = { conversion_id: null, download_url: null }
    expect(done).toMatchObject({ dry_run: true, credits_quoted: 0, completed: 1, ...none })
    expect(await creditsOf(me)).toEqual(before)
    const [item] = (await itemsOf(me, begun.body.id)) as [RunItem]
    expect(item.conversion.download_url).toBeNull()
    for (const step of item.steps) {
      const image = await me.fetch(step.preview_url as string)
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
    }
    expect(
      (await me.fetch(`/api/v1/pdf_handler/${item.conversion.id}/download/`)).status,
    ).toBeGreaterThanOrEqual(400)
    expect((await me.json('GET', RUNS)).body.count).toBe(0)
    expect((await me.json('GET', '/api/v1/conversion/')).body.count).toBe(0)
    expect((await run(me, pipeline, ['a', 'b'], { dry_run: 'true' })).status).toBe(400)
    const files = await storedFiles(server)
    try {
      setClock(server, 2 * 3_600_000)
      await sweep(server.platform)
      expect(await storedFiles(server)).toBeLessThan(files)
      expect((await me.fetch(item.steps[0]?.preview_url as string)).status).toBe(404)
      setClock(server, 26 * 3_600_000)
      await sweep(server.platform)
      const left = await server.platform.db
        .select()
        .from(pipelineRuns)
        .where(eq(pipelineRuns.id, begun.body.id))
      expect(left).toEqual([])
    } finally {
      setClock(server, 0)
    }
  })

  it('takes many files at once, and counts them right while they are under way', async () => {
    const me = await owner()
    const { id } = (await me.json('GET', '/api/v1/user/me/')).body
    await server.platform.db.update(owners).set({ creditsAvailable: 1000 }).where(sql`id = ${id}::uuid`)
    const pipeline = await create(me, [WATERMARK, WATERMARK])
    const begun = await run(
      me,
      pipeline,
      Array.from({ length: 60 }, (_, at) => `file ${at}`),
    )
    expect(begun.body).toMatchObject({ total: 60 })
    await until(60, async () => {
      const { body } = await me.json('GET', `${RUNS}${begun.body.id}/`)
      for (const { waiting, running, completed, failed, skipped } of body.steps)
        expect(waiting + running + completed + failed + skipped).toBe(60)
      return body.status === 'completed'
    })
    const page = (await me.json('GET', `${RUNS}${begun.body.id}/items/?page_size=25`)).body
    expect(page.results).toHaveLength(25)
    const next = (
      await me.json('GET', `${RUNS}${begun.body.id}/items/?page_size=25&cursor=${page.next_cursor}`)
    ).body
    expect(next.results[0].conversion.filename).toBe('file-26.pdf')
  })
})
