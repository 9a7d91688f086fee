import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Document } from '@gltf-transform/core'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { sentence } from '../../kernel/sentence.ts'
import { checkImage } from '../image/reopen.ts'
import { convertDocument } from './convert.ts'
import { wrong } from './failures.ts'
import { loadCoders } from './gltf-io.ts'
import { inspectModel } from './inspect.ts'
import { ModelInspection } from './inspection.ts'
import type { ModelOptions, ModelTarget, ThumbnailOptions } from './options.ts'
import { importAsGltf } from './read/assimp.ts'
import { readModel } from './read/read.ts'
import { thumbnail } from './render/thumbnail.ts'
import { startSharp } from './shape/textures.ts'
import { openModel, type ReadLimits } from './source/files.ts'
import { meshTriangles, verifyGltf } from './verify.ts'
import { compress, writeGlb } from './write/gltf.ts'

export type ModelRequest = {
  /** The source's name in `in`, and its format. */
  input: string
  format: string
  limits: ReadLimits
} & (
  | { task: 'convert'; target: ModelTarget; options: ModelOptions }
  | { task: 'thumbnail'; options: ThumbnailOptions }
  | { task: 'inspect' }
)

/** Loads what most jobs need and runs it once; CAD and meshopt load on first use. */
export async function warmModels(): Promise<void> {
  startSharp()
  await loadCoders(['KHR_draco_mesh_compression'])
  await importAsGltf([['warm.off', Buffer.from('OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n')]])
  const document = sheet(40)
  const triangles = meshTriangles(document)
  await verifyGltf({ bytes: await writeGlb(document) }, triangles, 'none')
  await compress(document, 'draco')
  await verifyGltf({ bytes: await writeGlb(document) }, triangles, 'draco')
}

/** A curved sheet of `side` × `side` squares: enough work to trigger the optimizing compiler. */
function sheet(side: number): Document {
  const document = new Document()
  const buffer = document.createBuffer()
  const row = side + 1
  const places = Float32Array.from({ length: row * row * 3 }, (_, at) => {
    const [x, y] = [Math.floor(at / 3) % row, Math.floor(at / 3 / row)]
    return [x, y, Math.sin(x * y)][at % 3] as number
  })
  const corners = Uint32Array.from({ length: side * side * 6 }, (_, at) => {
    const first = Math.floor(at / 6 / side) * row + (Math.floor(at / 6) % side)
    return first + ([0, 1, row, 1, row + 1, row][at % 6] as number)
  })
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', document.createAccessor().setType('VEC3').setArray(places).setBuffer(buffer))
    .setIndices(document.createAccessor().setType('SCALAR').setArray(corners).setBuffer(buffer))
  document
    .createScene()
    .addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)))
  return document
}

/** Converts one model to a model, an image or a report. */
export async function runModel(request: ModelRequest, report: Report): Promise<StepResult> {
  report(sentence`Reading`, null)
  const files = openModel(join('in', request.input), request.format, request.limits)
  const { document, warnings } = await readModel(files)
  const result = await taskOf(request, document, files, report)
  return { ...result, warnings: [...warnings, ...result.warnings] }
}

async function taskOf(
  request: ModelRequest,
  document: Document,
  { format, bytes }: { format: string; bytes: Uint8Array },
  report: Report,
): Promise<StepResult> {
  if (request.task === 'convert') return convertDocument(document, request.target, request.options, report)
  if (request.task === 'thumbnail') {
    report(sentence`Drawing`, null)
    const { width, height } = request.options
    const image = await thumbnail(document, format, request.options)
    checkImage(image, 'png', { width, height })
    writeFileSync(join('out', 'result.png'), image)
    return { files: ['result.png'], width, height, warnings: [] }
  }
  const facts = ModelInspection.safeParse(inspectModel(document, { format, bytes: bytes.length }))
  if (!facts.success) throw wrong(facts.error)
  writeFileSync(join('out', 'result.json'), `${JSON.stringify(facts.data, null, 2)}\n`)
  return { files: ['result.json'], warnings: [] }
}
