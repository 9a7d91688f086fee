import { join } from 'node:path'
import type { Job, JobOutput } from '../../kernel/engine.ts'
import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion } from '../../kernel/entry.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { EngineModule } from '../../kernel/module.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { READERS, WRITERS } from './convert-subtitles.ts'
import { SUBTITLE_OPTIONS, type SubtitleOptions } from './options.ts'
import type { SubtitleRequest } from './subtitle-child.ts'

const ENGINE = 'Subtitles'
const KIND = 'subtitle'

export const subtitleEngines: EngineModule = {
  engines: [
    npmPackage('chardet', {
      name: ENGINE,
      family: 'document',
      licence: 'MIT',
      adds: 'SubRip, WebVTT and ASS subtitles into one another, in any encoding',
    }),
  ],

  entries: (installed) =>
    installed.has(ENGINE)
      ? Object.keys(WRITERS).map((target) =>
          conversion({
            family: 'document',
            engine: ENGINE,
            from: Object.keys(READERS).filter((format) => format !== target),
            target,
            schema: SUBTITLE_OPTIONS,
            kinds: [KIND],
            run: convert,
          }),
        )
      : [],

  workerPrograms: (installed) =>
    installed.has(ENGINE) ? [workerProgramAt(KIND, 'subtitle', 'subtitle-child.ts')] : [],
}

async function convert(job: Job, run: StepRunner): Promise<JobOutput> {
  const [source] = job.inputs
  const input = `source.${source?.format}`
  const output = `result.${job.target}`
  const { result, folder } = await run(KIND, [{ path: source?.path ?? '', name: input }], {
    ...(job.options as SubtitleOptions),
    input,
    output,
    format: source?.format ?? '',
    target: job.target,
  } satisfies SubtitleRequest)
  return jobOutput(join(folder, output), job.target, result)
}
