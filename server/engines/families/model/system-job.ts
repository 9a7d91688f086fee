import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { extensionOf } from '../../kernel/formats.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { CatalogEntry } from '../../kernel/module.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import type { AssimpRequest, SystemTarget } from './assimp-child.ts'
import { convertModel } from './job.ts'

/** A job on a format that only the system's Assimp reads: converts it to GLB, then runs `then`. */
export function afterReading(program: string, then: CatalogEntry['run']): CatalogEntry['run'] {
  return async (job, run, limits) => {
    const [input] = job.inputs
    if (!input)
      throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
    const name = `source.${extensionOf(input.format)}`
    const { result, folder } = await run('assimp', [{ path: input.path, name }], {
      task: 'read',
      input: name,
      program,
    } satisfies AssimpRequest)
    const glb = { path: join(folder, result.files[0] ?? ''), format: 'glb' }
    return then({ ...job, inputs: [glb] }, run, limits)
  }
}

/**
 * A job for a format that only the system's Assimp writes: applies the options and writes glTF
 * first.
 */
export function beforeWriting(program: string): CatalogEntry['run'] {
  return async (job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> => {
    const target = job.target as SystemTarget
    // Its 3DS writer misplaces nodes with transforms, and readers convert Z up to Y up.
    const options = { ...job.options, compression: 'none', embed: false, bake: target === '3ds' }
    const { path, warnings } = await convertModel({ ...job, target: 'gltf', options }, run, limits)
    const { result, folder } = await run('assimp', [{ path, name: 'model.zip' }], {
      task: 'write',
      input: 'model.zip',
      program,
      target,
    } satisfies AssimpRequest)
    return jobOutput(join(folder, result.files[0] ?? ''), target, {
      ...result,
      warnings: [...warnings, ...(LOST[target] ?? [])],
    })
  }
}

const LOST: Partial<Record<SystemTarget, Sentence[]>> = {
  fbx: [sentence`The FBX is written as text, which Blender does not open. Choose glTF for Blender.`],
}
