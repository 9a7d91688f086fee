import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { CatalogEntry, Found } from '../../kernel/module.ts'
import type { StepResult } from '../../kernel/protocol.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { BITMAP_SOURCES, BITMAPS, FORGE_SOURCES, FORGE_TARGETS, NATURAL } from './fontforge-formats.ts'
import { changesNothing, changesOf } from './options.ts'
import type { FontForgeRequest, FontRequest } from './requests.ts'

interface Made {
  path: string
  format: string
  result?: StepResult
}

/** TrueType-based formats: FontForge converts its sources directly to TTF for these. */
const TRUETYPE = ['ttf', 'eot', 'ttc', 't42']

/**
 * Converts fonts in up to three steps: FontForge reads its own formats, the font child handles
 * tables and subsets, FontForge writes its own formats. `forge` is null if it isn't installed.
 */
export function fontConverter(forge: Found | null): CatalogEntry['run'] {
  return async (job, run) => {
    const [input] = job.inputs
    if (!input)
      throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
    const steps = new Steps(job, run, forge)
    const made = await steps.convert({ path: input.path, format: input.format })
    return output(made, job.target, steps.warnings)
  }
}

function output({ path, result }: Made, target: string, warnings: Sentence[]): JobOutput {
  if (!result) throw new EngineFailure('internal', sentence`Nothing was converted. Try again.`)
  return jobOutput(path, target, { ...result, warnings: [...new Set(warnings)] })
}

class Steps {
  readonly warnings: Sentence[] = []
  readonly #job: Job
  readonly #run: StepRunner
  readonly #forge: Found | null

  constructor(job: Job, run: StepRunner, forge: Found | null) {
    this.#job = job
    this.#run = run
    this.#forge = forge
  }

  async convert(source: Made): Promise<Made> {
    const { target, options } = this.#job
    const forged = FORGE_TARGETS.includes(target) || BITMAPS.includes(target)
    if (target === 'fnt')
      this.warnings.push(sentence`An FNT file has room for 256 Western characters and no others.`)
    const plain = changesNothing(changesOf(options))
    // Formats that FontForge both reads and writes are converted by it alone, without loss.
    if (
      forged &&
      (BITMAP_SOURCES.includes(source.format) || (plain && FORGE_SOURCES.includes(source.format)))
    )
      return await this.#withFontForge(source, target)
    const natural = TRUETYPE.includes(target) ? 'ttf' : (NATURAL[source.format] ?? 'otf')
    const tables = FORGE_SOURCES.includes(source.format) ? await this.#withFontForge(source, natural) : source
    const made = await this.#ourselves(tables, forged ? 'sfnt' : target)
    return forged ? await this.#withFontForge(made, target) : made
  }

  async #ourselves(source: Made, target: string): Promise<Made> {
    const name = `source.${extensionOf(source.format)}`
    const { result, folder } = await this.#run('font', [{ path: source.path, name }], {
      input: name,
      format: source.format,
      original: this.#job.inputs[0]?.format ?? source.format,
      output: 'result',
      target,
      changes: changesOf(this.#job.options),
      ...(target === 'webp' && { size: Number(this.#job.options.size ?? 480) }),
    } satisfies FontRequest)
    this.warnings.push(...result.warnings)
    const [file = ''] = result.files
    return { path: join(folder, file), format: file.slice(file.lastIndexOf('.') + 1), result }
  }

  async #withFontForge(source: Made, target: string): Promise<Made> {
    const name = `source.${extensionOf(source.format)}`
    const { result, folder } = await this.#run('fontforge', [{ path: source.path, name }], {
      program: this.#forge?.path ?? '',
      input: name,
      format: source.format,
      target,
      output: 'result',
      size: Number(this.#job.options.size ?? 24),
    } satisfies FontForgeRequest)
    this.warnings.push(...result.warnings)
    return { path: join(folder, result.files[0] ?? ''), format: target, result }
  }
}
