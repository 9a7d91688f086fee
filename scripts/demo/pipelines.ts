import type { z } from 'zod'
import type { PipelineTemplate } from '../../contract/pipelines.ts'
import { contractOf } from './pdf.ts'
import type { Visit } from './visit.ts'

const PIPELINES = '/api/v1/pdf_handler/pipeline/'

/**
 * Saves three pipelines, and runs two of them: on files that are sound, and on files of which one
 * is not.
 */
export async function savePipelines(visit: Visit): Promise<void> {
  const { templates } = await visit.ask<{ templates: z.infer<typeof PipelineTemplate>[] }>(
    'GET',
    `${PIPELINES}templates/`,
  )
  const ids = new Map<string, string>()
  for (const name of ['ready-to-send', 'draft-copy', 'without-personal-data']) {
    const found = templates.find(({ template }) => template === name)
    // A template that this instance cannot run is not offered.
    if (!found) continue
    const { name: title, description, steps } = found
    const { id } = await visit.ask<{ id: string }>('POST', PIPELINES, { name: title, description, steps })
    ids.set(name, id)
  }
  const files: string[] = []
  for (const title of ['Berth plan', 'Harbour dues 2026', 'Insurance of the slipway'])
    files.push(
      await visit.store({
        name: `${title}.pdf`,
        content: await contractOf(title, [`${title}: as the office has it.`], 2),
      }),
    )
  const broken = { name: 'Fax of the survey.pdf', content: Buffer.from('%PDF-1.7\nnothing follows') }
  const runs: [name: string, files: string[]][] = [
    ['draft-copy', files],
    ['ready-to-send', [...files.slice(0, 2), await visit.store(broken)]],
  ]
  for (const [name, file_ids] of runs) {
    const id = ids.get(name)
    if (id) await visit.ask('POST', `${PIPELINES}${id}/run/`, { file_ids })
  }
}
