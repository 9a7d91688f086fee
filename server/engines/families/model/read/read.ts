import type { Document } from '@gltf-transform/core'
import { EngineFailure } from '../../../kernel/engine.ts'
import { plural, type Sentence, sentence } from '../../../kernel/sentence.ts'
import { damaged, tooComplex } from '../failures.ts'
import type { ModelFiles } from '../source/files.ts'
import { checkClaims } from '../source/guard.ts'
import { dropNonFinite } from './finite.ts'
import { readGltf } from './gltf.ts'
import { dropEmptyTextures, type Missing, missingWarnings } from './images.ts'
import { dropPlaceless } from './places.ts'
import { readStl } from './stl.ts'

export interface ReadModel {
  document: Document
  warnings: Sentence[]
}

/**
 * Reads any model as a glTF document, the common representation.
 * @throws EngineFailure with a reason for the user
 */
export async function readModel(files: ModelFiles): Promise<ReadModel> {
  checkClaims(files)
  const missing: Missing = { absent: new Set(), foreign: new Set(), materials: new Set(), shapes: 0 }
  try {
    const document = await readAs(files, missing)
    checkIndices(document)
    dropEmptyTextures(document)
    return { document, warnings: [...missingWarnings(missing), ...dropInvalidNumbers(document)] }
  } catch (error) {
    throw readFailure(error)
  }
}

function dropInvalidNumbers(document: Document): Sentence[] {
  const placeless = dropPlaceless(document)
  const other = dropNonFinite(document)
  return [
    ...(placeless > 0
      ? [
          sentence`${plural(placeless, '# triangle', '# triangles')} with a corner that is nowhere ${plural(placeless, 'was', 'were')} left out.`,
        ]
      : []),
    ...(other
      ? [
          sentence`The model holds invalid numbers (NaN or infinity) beside its positions. They were removed, so shading or textures may look different.`,
        ]
      : []),
  ]
}

async function readAs(files: ModelFiles, missing: Missing): Promise<Document> {
  switch (files.format) {
    case 'glb':
    case 'gltf':
      return readGltf(files, missing)
    case 'stl':
      return readStl(files.bytes)
    case 'step':
    case 'iges':
    case 'brep':
      return (await import('./cad.ts')).readCad(files)
    case 'x3d':
      return (await import('./x3d.ts')).readX3d(files, missing)
    default:
      return (await import('./assimp.ts')).readWithAssimp(files, missing)
  }
}

/** An out-of-range index would make codecs and simplifiers read other memory. */
function checkIndices(document: Document): void {
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const vertices = primitive.getAttribute('POSITION')?.getCount() ?? 0
      for (const attribute of primitive.listAttributes()) if (attribute.getCount() < vertices) throw damaged()
      const indices = primitive.getIndices()?.getArray()
      for (let at = 0; indices && at < indices.length; at++)
        if ((indices[at] as number) >= vertices) throw damaged()
    }
  }
}

/** Maps the readers' arbitrary errors to one of three failures. */
function readFailure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error
  if (error instanceof RangeError && /allocation failed|invalid array length/i.test(error.message))
    return tooComplex()
  return damaged(error)
}
