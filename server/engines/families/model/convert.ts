import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Document } from '@gltf-transform/core'
import { uninstance } from '@gltf-transform/functions'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
import { ZipWriter } from '../../kernel/zip-writer.ts'
import { empty } from './failures.ts'
import type { ModelOptions, ModelTarget } from './options.ts'
import { bake } from './shape/bake.ts'
import { applyChanges, TURNS } from './shape/changes.ts'
import { type Flat, flatten } from './shape/flatten.ts'
import { meshTriangles, verifyGltf, verifyModel, verifyUsdz } from './verify.ts'
import { compress, writeGlb, writeGltf, writeGltfFiles } from './write/gltf.ts'
import { leftBehind, plainMaterials, writeImages } from './write/material.ts'
import { writeMtl, writeObj } from './write/obj.ts'
import { writeOff } from './write/off.ts'
import { writePly } from './write/ply.ts'
import { writeStl } from './write/stl.ts'
import { write3mf } from './write/three-mf.ts'
import { writeUsdz } from './write/usdz.ts'

/**
 * Applies the options to a model and writes it to `out` as `target`; the result is reopened for
 * verification.
 */
export async function convertDocument(
  document: Document,
  target: ModelTarget,
  options: ModelOptions,
  report: Report,
): Promise<StepResult> {
  if (document.hasExtension('EXT_mesh_gpu_instancing')) await document.transform(uninstance())
  report(sentence`Changing`, null)
  const warnings = await applyChanges(document, options)
  if (options.bake) await bake(document, TURNS.z)
  report(sentence`Writing`, null)
  if (target === 'glb' || target === 'gltf') return writeScene(document, target, options, warnings, report)
  const flat = flatten(document)
  if (flat.triangles === 0) throw empty()
  if (target === 'obj') return writeObjResult(document, flat, warnings, report)
  if (target === 'usdz') return writeUsdzResult(document, flat, warnings, report)
  const write = { stl: writeStl, ply: writePly, off: writeOff, '3mf': write3mf }[target]
  const keeps = {
    materials: target === '3mf',
    colours: target === 'ply',
    textures: false,
    uvs: target === 'ply',
  }
  warnings.push(...leftBehind(document, flat, keeps))
  return save(target, write(flat), flat.triangles, warnings, report)
}

async function writeScene(
  document: Document,
  target: 'glb' | 'gltf',
  options: ModelOptions,
  warnings: Sentence[],
  report: Report,
): Promise<StepResult> {
  if (
    !document
      .getRoot()
      .listMeshes()
      .some((mesh) => mesh.listPrimitives().length > 0)
  )
    throw empty()
  const { compression = 'none' } = options
  await compress(document, compression)
  const triangles = meshTriangles(document)
  if (target === 'gltf' && options.embed === false) {
    const files = await writeGltfFiles(document)
    report(sentence`Checking`, null)
    const [model, ...others] = files
    const beside = new Map(others.map(({ name, bytes }) => [name, bytes]))
    await verifyGltf({ bytes: model.bytes, beside }, triangles, compression)
    return archive(files, warnings)
  }
  const bytes = target === 'glb' ? await writeGlb(document) : await writeGltf(document)
  writeFileSync(join('out', `result.${target}`), bytes)
  report(sentence`Checking`, null)
  await verifyGltf({ bytes }, triangles, compression)
  return { files: [`result.${target}`], warnings }
}

/** Materials and images for formats that support both, with warnings about losses. */
async function surfaces(document: Document, flat: Flat, warnings: Sentence[]) {
  const materials = plainMaterials(flat)
  const images = await writeImages(materials.values())
  warnings.push(...leftBehind(document, flat, { materials: true, textures: true, colours: true, uvs: true }))
  warnings.push(...lostImages(images.lost))
  return { materials, images }
}

async function writeObjResult(
  document: Document,
  flat: Flat,
  warnings: Sentence[],
  report: Report,
): Promise<StepResult> {
  const { materials, images } = await surfaces(document, flat, warnings)
  const bytes = writeObj(flat, materials)
  if (materials.size === 0) return save('obj', bytes, flat.triangles, warnings, report)
  report(sentence`Checking`, null)
  await verifyModel('obj', bytes, flat.triangles)
  const mtl = writeMtl(materials.values(), images.names)
  return archive([{ name: 'model.obj', bytes }, { name: 'model.mtl', bytes: mtl }, ...images.files], warnings)
}

async function writeUsdzResult(
  document: Document,
  flat: Flat,
  warnings: Sentence[],
  report: Report,
): Promise<StepResult> {
  const { materials, images } = await surfaces(document, flat, warnings)
  const path = join('out', 'result.usdz')
  writeUsdz(path, flat, materials, images)
  report(sentence`Checking`, null)
  verifyUsdz(path, flat.triangles, images.files.length)
  return { files: ['result.usdz'], warnings }
}

async function save(
  target: ModelTarget,
  bytes: Uint8Array,
  triangles: number,
  warnings: Sentence[],
  report: Report,
): Promise<StepResult> {
  const name = `result.${target}`
  writeFileSync(join('out', name), bytes)
  report(sentence`Checking`, null)
  await verifyModel(target, bytes, triangles)
  return { files: [name], warnings }
}

function archive(files: readonly { name: string; bytes: Uint8Array }[], warnings: Sentence[]): StepResult {
  const zip = new ZipWriter(join('out', 'result.zip'))
  for (const { name, bytes } of files) zip.add(name, bytes)
  zip.close()
  return { files: ['result.zip'], format: 'zip', entries: files.length, warnings }
}

function lostImages(lost: number): Sentence[] {
  return lost > 0
    ? [
        sentence`${plural(lost, '# texture', '# textures')} could not be read and ${plural(lost, 'was', 'were')} left out.`,
      ]
    : []
}
