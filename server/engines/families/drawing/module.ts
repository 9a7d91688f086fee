import { join } from 'node:path'
import { z } from 'zod'
import { EngineFailure, type Job, type JobFile, type JobOutput } from '../../kernel/engine.ts'
import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion } from '../../kernel/entry.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { EngineModule } from '../../kernel/module.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import { convertImageFile } from '../image/job.ts'
import { IMAGE_OPTIONS, PAGE_OPTIONS } from '../image/options.ts'
import type { DxfRequest } from './dxf-child.ts'

const ENGINE = 'dxf-parser'
const KIND = 'dxf'
const from = ['dxf']

/** CAD drawings, which are also models: to SVG, and on to the targets of the image engine. */
export const drawingEngines: EngineModule = {
  engines: [
    npmPackage('dxf-parser', {
      name: ENGINE,
      family: 'model',
      licence: 'MIT',
      adds: 'DXF drawings as SVG, PDF and images',
    }),
  ],

  entries(installed) {
    if (!installed.has(ENGINE)) return []
    const common = { family: 'model', from } as const
    const drawn = conversion({
      ...common,
      engine: ENGINE,
      target: 'svg',
      schema: z.strictObject({}),
      kinds: [KIND],
      run: drawSvg,
    })
    if (!installed.has('sharp')) return [drawn]
    const images = Object.entries({ ...IMAGE_OPTIONS, pdf: PAGE_OPTIONS })
    return [
      drawn,
      ...images.map(([target, schema]) =>
        conversion({
          ...common,
          engine: `${ENGINE} + sharp`,
          target,
          schema,
          kinds: [KIND, 'image'],
          run: drawImage,
        }),
      ),
    ]
  },

  workerPrograms: (installed) =>
    installed.has(ENGINE) ? [workerProgramAt(KIND, 'drawing', 'dxf-child.ts')] : [],
}

async function drawSvg(job: Job, run: StepRunner): Promise<JobOutput & JobFile> {
  const [source] = job.inputs
  if (!source)
    throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const output = 'result.svg'
  const { result, folder } = await run(KIND, [{ path: source.path, name: 'source.dxf' }], {
    input: 'source.dxf',
    output,
  } satisfies DxfRequest)
  return jobOutput(join(folder, output), 'svg', result)
}

async function drawImage(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const drawn = await drawSvg(job, run)
  const image = await convertImageFile({ ...job, inputs: [drawn] }, run, limits)
  return { ...image, warnings: [...drawn.warnings, ...image.warnings] }
}
