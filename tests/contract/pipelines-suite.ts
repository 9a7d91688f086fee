import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Pipeline, PipelineRun } from '../../contract/pipelines.ts'
import { aPdf } from './a-pdf.ts'
import type { Caller, Callers } from './caller.ts'

const PIPELINES = '/api/v1/pdf_handler/pipeline/'
const RUNS = `${PIPELINES}runs/`
const NOBODYS = '00000000-0000-4000-8000-000000000000'
const ROTATE = { operation: 'rotate_pages', options: { angle: 90 } }
const NUMBER = { operation: 'page_numbers' }
const TO_TEXT = { operation: 'convert', target_format: 'txt' }

/** Pipelines and their runs, by the server and by the mock alike. */
export function pipelinesSuite({ anyone, someone }: Callers) {
  const create = async (me: Caller, steps: object[] = [ROTATE, NUMBER], name = 'Turn'): Promise<Pipeline> => {
    const made = await me.call('POST', PIPELINES, { name, steps })
    expect(made.status).toBe(201)
    return made.body
  }
  const settled = async (me: Caller, id: string): Promise<PipelineRun> => {
    for (const end = Date.now() + 90_000; Date.now() < end; ) {
      const { body } = await me.call('GET', `${RUNS}${id}/`)
      if (body.status !== 'pending') return body
      // Held until the run's own batch has ended, or its time is up; nothing can be held for a dry
      // run.
      if (body.dry_run) await sleep(50)
      else await me.call('GET', `/api/v1/media_core/conversion/wait/${id}/?timeout=5`)
    }
    throw new Error('the run does not end')
  }

  describe('pipelines', () => {
    it('are saved, listed, changed, duplicated and deleted', async () => {
      const me = await someone()
      const made = await create(me)
      expect(made).toMatchObject({ name: 'Turn', valid: true, gives: 'pdf', runs: 0 })
      expect(made.checks.map(({ problem }) => problem)).toEqual([null, null])
      expect((await me.call('GET', `${PIPELINES}${made.id}/`)).body).toMatchObject({ id: made.id })
      const copy = await me.call('POST', `${PIPELINES}${made.id}/duplicate/`)
      expect(copy.status).toBe(201)
      expect((await me.call('GET', PIPELINES)).body.count).toBe(2)
      expect((await me.call('GET', `${PIPELINES}?q=turn&sort_by=name`)).body.results).toHaveLength(2)
      const changed = await me.call('PUT', `${PIPELINES}${made.id}/`, { name: 'Read', steps: [TO_TEXT] })
      expect(changed.body).toMatchObject({ name: 'Read', gives: 'txt' })
      expect((await me.call('DELETE', `${PIPELINES}${copy.body.id}/`)).status).toBe(204)
      expect((await me.call('GET', `${PIPELINES}${copy.body.id}/`)).status).toBe(404)
      expect((await anyone().call('GET', PIPELINES)).status).toBe(401)
    })

    it('are checked: the message names the step that cannot follow', async () => {
      const me = await someone()
      const refused = await me.call('POST', PIPELINES, { name: 'Wrong', steps: [TO_TEXT, NUMBER] })
      expect(refused.body).toMatchObject({
        code: 'pipeline_invalid',
        errors: [{ path: 'steps.1.operation' }],
      })
      expect(refused.body.detail).toContain('Step 2')
      const checked = await me.call('POST', `${PIPELINES}validate/`, {
        steps: [NUMBER, { operation: 'merge' }],
      })
      expect(checked.body).toMatchObject({
        valid: false,
        credits: null,
        checks: [{ problem: null }, { path: 'files' }],
      })
      expect((await me.call('POST', `${PIPELINES}validate/`, { steps: [NUMBER] })).body.valid).toBe(true)
    })

    it('are exported and imported, and begin from templates', async () => {
      const me = await someone()
      const made = await create(me)
      const document = (await me.call('GET', `${PIPELINES}${made.id}/export/`)).body
      expect(document).toMatchObject({ format: 'filewright-pipeline', version: 1, name: 'Turn' })
      const imported = await me.call('POST', `${PIPELINES}import/`, { document })
      expect(imported.body).toMatchObject({ source: 'filewright', name: 'Turn', valid: true, unmapped: [] })
      const foreign = {
        name: 'Theirs',
        pipeline: [{ operation: '/api/v1/misc/auto-rename', parameters: {} }],
      }
      const read = await me.call('POST', `${PIPELINES}import/`, { document: foreign })
      expect(read.body).toMatchObject({ source: 'stirling', steps: [], unmapped: [{ step: 1 }] })
      expect((await me.call('POST', `${PIPELINES}import/`, { document: { a: 1 } })).body.code).toBe(
        'pipeline_unreadable',
      )
      const { templates } = (await me.call('GET', `${PIPELINES}templates/`)).body
      expect(templates.length).toBeGreaterThan(0)
    })

    it('run on files, step by step, and give them together', async () => {
      const me = await someone()
      const pipeline = await create(me)
      const begun = await me.send(`${PIPELINES}${pipeline.id}/run/`, ['lease.pdf', aPdf(2)], {})
      expect(begun.status).toBe(202)
      expect(begun.body).toMatchObject({
        total: 1,
        pipeline_id: pipeline.id,
        credits_quoted: pipeline.credits,
        conversion_id: begun.body.run_id,
        status: 'pending',
      })
      const done = await settled(me, begun.body.id)
      expect(done).toMatchObject({ status: 'completed', completed: 1, credits_charged: pipeline.credits })
      expect(done.steps.map(({ completed }) => completed)).toEqual([1, 1])
      const { conversion_id } = begun.body
      const result = (await me.call('GET', `/api/v1/pdf_handler/conversion/${conversion_id}/`)).body
      expect(result).toMatchObject({ conversion_id, status: 'completed', batch_id: null })
      expect(result.download_url).toBe(done.download_url)
      expect((await me.call('GET', `/api/v1/docs_core/conversion/wait/${conversion_id}/`)).body).toEqual(
        result,
      )
      const items = (await me.call('GET', `${RUNS}${begun.body.id}/items/`)).body
      expect(items.results[0].steps.map(({ status }: { status: string }) => status)).toEqual([
        'completed',
        'completed',
      ])
      expect((await me.call('GET', `${RUNS}?pipeline_id=${pipeline.id}`)).body.count).toBe(1)
      expect((await me.call('POST', `${RUNS}${begun.body.id}/cancel/`)).body.code).toBe('already_finished')
      expect((await me.call('GET', `${RUNS}${NOBODYS}/`)).status).toBe(404)
      expect((await me.send(`${PIPELINES}${pipeline.id}/run/`, null, {})).body.code).toBe('file_missing')
    })

    it('are tried on a sample, whose steps can be looked at', async () => {
      const me = await someone()
      const pipeline = await create(me)
      const file = (await me.send('/api/v1/user/storage/files/upload/', ['lease.pdf', aPdf()], {})).body
      const at = `${PIPELINES}${pipeline.id}/run/`
      const begun = await me.call('POST', at, { file_ids: [file.id], dry_run: true })
      expect(begun.body).toMatchObject({ dry_run: true, credits_quoted: 0 })
      await settled(me, begun.body.id)
      const [item] = (await me.call('GET', `${RUNS}${begun.body.id}/items/`)).body.results
      const image = await me.fetch('GET', new URL(item.steps[0].preview_url).pathname)
      expect(image.headers.get('content-type')).toMatch(/^image\//)
    })

    it('are stopped', async () => {
      const me = await someone()
      const pipeline = await create(me, Array<object>(30).fill(ROTATE))
      const begun = await me.send(`${PIPELINES}${pipeline.id}/run/`, ['slow.pdf', aPdf(40)], {})
      const stopped = await me.call('POST', `${RUNS}${begun.body.id}/cancel/`)
      expect(stopped.body).toMatchObject({ status: 'failed', failed: 1, credits_charged: 0 })
    })
  })
}
