import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { GLTF } from '@gltf-transform/core'
import { serve } from '../../kernel/child-serve.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { sentence } from '../../kernel/sentence.ts'
import { readZipDirectory, readZipEntry } from '../../kernel/source/zip.ts'
import { ZipWriter } from '../../kernel/zip-writer.ts'
import { damaged, empty, wrong } from './failures.ts'
import { importAsGltf } from './read/assimp.ts'
import { readModel } from './read/read.ts'
import { flatten } from './shape/flatten.ts'
import type { ModelFiles } from './source/files.ts'
import { sameCount } from './verify.ts'

/**
 * A task for the system's Assimp: reads formats that the npm build doesn't, and writes some that no
 * other engine here does.
 */
export type AssimpRequest =
  | { task: 'read'; input: string; program: string }
  /** `input` is a ZIP of a glTF with its files, as written by `write/gltf.ts`. */
  | { task: 'write'; input: string; program: string; target: SystemTarget }

/**
 * Canonical formats and Assimp's names. Its binary FBX can't be reopened, so FBX is written as
 * text.
 */
const WRITERS = { fbx: 'fbxa', dae: 'collada', '3ds': '3ds', x: 'x', x3d: 'x3d' } as const
export type SystemTarget = keyof typeof WRITERS

const run = promisify(execFile)
const MOST = 1024 * 1024 * 1024

await serve<AssimpRequest>({
  warm: async () => {
    await importAsGltf([['warm.off', Buffer.from('OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n')]])
  },
  run: (request, report) =>
    request.task === 'read' ? read(request.input, request.program, report) : write(request, report),
})

async function read(input: string, program: string, report: Report): Promise<StepResult> {
  report(sentence`Reading`, null)
  await assimp(program, join('in', input), join('out', 'result.glb'), 'glb2')
  return { files: ['result.glb'], warnings: [] }
}

async function write(
  { input, program, target }: Extract<AssimpRequest, { task: 'write' }>,
  report: Report,
): Promise<StepResult> {
  report(sentence`Writing`, null)
  const folder = join('tmp', 'model')
  mkdirSync(folder)
  const path = join('in', input)
  const entries = readZipDirectory(path, 10_000)
  const files = new Map<string, Buffer>()
  for (const entry of entries)
    files.set(entry.name, readZipEntry(path, [entry], entry.name, MOST) ?? Buffer.alloc(0))
  for (const [name, bytes] of files)
    writeFileSync(join(folder, name), name === 'model.gltf' ? underOneNode(bytes) : bytes)
  const result = `model.${target}`
  await assimp(program, join(folder, 'model.gltf'), join(folder, result), WRITERS[target])
  report(sentence`Checking`, null)
  const bytes = readFileSync(join(folder, result))
  await verify(files, target, bytes)
  // The model's images are beside it, including the program's own copies.
  const images = readdirSync(folder).filter((name) => /^[\w.-]+\.(png|jpg|webp)$/.test(name))
  if (images.length === 0) {
    writeFileSync(join('out', `result.${target}`), bytes)
    return { files: [`result.${target}`], warnings: [] }
  }
  const zip = new ZipWriter(join('out', 'result.zip'))
  zip.add(result, bytes)
  for (const name of images) zip.add(name, readFileSync(join(folder, name)))
  zip.close()
  return { files: ['result.zip'], format: 'zip', entries: images.length + 1, warnings: [] }
}

/** Adds a root node: a single root counts as the scene, whose transform some writers drop. */
function underOneNode(gltf: Buffer): string {
  const json = JSON.parse(gltf.toString('utf8')) as GLTF.IGLTF
  const scene = json.scenes?.[json.scene ?? 0]
  if (!scene?.nodes?.length || !json.nodes) return JSON.stringify(json)
  json.nodes.push({ name: 'model', children: scene.nodes })
  scene.nodes = [json.nodes.length - 1]
  return JSON.stringify(json)
}

async function assimp(program: string, from: string, to: string, format: string): Promise<void> {
  try {
    await run(program, ['export', from, to, `-f${format}`], { maxBuffer: MOST })
  } catch (error) {
    throw damaged(error)
  }
}

/** Verifies the triangle count of the result with readers that are independent of Assimp. */
async function verify(source: Map<string, Buffer>, target: SystemTarget, bytes: Buffer): Promise<void> {
  const files = (format: string, of: Buffer): ModelFiles => ({
    name: `model.${format}`,
    format,
    bytes: of,
    beside: (name) => source.get(name) ?? null,
    names: [],
  })
  const { document: before } = await readModel(files('gltf', source.get('model.gltf') ?? Buffer.alloc(0)))
  const expected = flatten(before).triangles
  if (expected === 0) throw empty()
  const after = await readModel(files(target, bytes)).catch((error: unknown) => {
    throw wrong(error)
  })
  sameCount(flatten(after.document).triangles, expected)
}
