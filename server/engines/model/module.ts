import { npmPackage, programmeAt } from '../engine-package.ts'
import { conversion, operation } from '../entry.ts'
import type { CatalogEntry, EngineModule, Installed } from '../module.ts'
import { convertModel, drawModel, inspectModelFile } from './job.ts'
import { INSPECT_OPTIONS, MODEL_OPTIONS, OPTIMIZE_OPTIONS, THUMBNAIL_OPTIONS } from './options.ts'

const FAMILY = 'model'
/** What glTF-Transform, our own readers and Assimp read. */
const MESHES = [
  ...[
    'glb',
    'gltf',
    'obj',
    'stl',
    'ply',
    'off',
    '3mf',
    'fbx',
    'dae',
    '3ds',
    'x3d',
    'amf',
    'dxf',
    'blend',
    'x',
  ],
  ...['lwo', 'ac', 'md2', 'b3d', 'bvh', 'cob', 'smd', 'ms3d', 'ase', 'ogex'],
]
const CAD = ['step', 'iges', 'brep']

export const modelEngines: EngineModule = {
  engines: [
    npmPackage('@gltf-transform/core', {
      name: 'glTF-Transform',
      family: FAMILY,
      licence: 'MIT',
      adds: 'glTF and what is made from it: every model format that is written, pictures and facts of models',
    }),
    npmPackage('assimpjs', {
      name: 'Assimp (WebAssembly)',
      family: FAMILY,
      licence: 'BSD-3-Clause',
      adds: 'the reading of 20 model formats, and the check of what is written',
    }),
    npmPackage('occt-import-js', {
      name: 'Open CASCADE',
      family: FAMILY,
      licence: 'LGPL-2.1',
      adds: 'CAD: STEP, IGES and BREP into models',
    }),
  ],

  entries: (installed) => (works(installed) ? entries(sources(installed)) : []),
  programmes: (installed) => (works(installed) ? [programmeAt('model', 'model', 'model-child.ts')] : []),
}

const works = (installed: Installed) =>
  ['glTF-Transform', 'Assimp (WebAssembly)', 'sharp'].every((name) => installed.has(name))

const sources = (installed: Installed) => (installed.has('Open CASCADE') ? [...MESHES, ...CAD] : MESHES)

function entries(from: string[]): CatalogEntry[] {
  const shared = { family: FAMILY, engine: 'glTF-Transform', from, kinds: ['model'] } as const
  return [
    // A model may stay what it is: to scale it, turn it, or leave triangles out.
    ...Object.entries(MODEL_OPTIONS).map(([target, schema]) =>
      conversion({ ...shared, target, schema, run: convertModel }),
    ),
    ...Object.entries(OPTIMIZE_OPTIONS).map(([target, schema]) =>
      operation({
        ...shared,
        operation: 'optimize',
        label: 'Make smaller',
        from: [target],
        to: [target],
        schema,
        run: convertModel,
      }),
    ),
    operation({
      ...shared,
      operation: 'thumbnail',
      label: 'Picture of the model',
      to: ['png'],
      schema: THUMBNAIL_OPTIONS,
      run: drawModel,
    }),
    operation({
      ...shared,
      operation: 'inspect',
      label: 'Facts about the model',
      to: ['json'],
      schema: INSPECT_OPTIONS,
      run: inspectModelFile,
    }),
  ]
}
