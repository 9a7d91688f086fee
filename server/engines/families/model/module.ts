import { existsSync, readdirSync } from 'node:fs'
import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion, operation } from '../../kernel/entry.ts'
import type { CatalogEntry, Engine, EngineModule, Installed } from '../../kernel/module.ts'
import { convertModel, drawModel, inspectModelFile } from './job.ts'
import {
  INSPECT_OPTIONS,
  MODEL_OPTIONS,
  OPTIMIZE_OPTIONS,
  SYSTEM_MODEL_OPTIONS,
  THUMBNAIL_OPTIONS,
} from './options.ts'
import { afterReading, beforeWriting } from './system-job.ts'

const family = 'model'
/** Formats that glTF-Transform, Filewright's readers and Assimp's npm build read. */
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
/** Additional formats of the system's Assimp. */
const SYSTEM_SOURCES = ['ifc']
const SYSTEM_TARGETS = ['fbx', 'dae', '3ds', 'x3d', 'x']

const GLTF = 'glTF-Transform'
const ASSIMP = 'Assimp (WebAssembly)'
const CASCADE = 'Open CASCADE'
const SYSTEM = 'Assimp'

const systemAssimp: Engine = {
  name: SYSTEM,
  family,
  licence: 'BSD-3-Clause',
  adds: 'IFC as a source; FBX, Collada, 3DS, X3D and DirectX as targets',
  install: 'apt install assimp-utils',
  system: true,
  find: () => (existsSync('/usr/bin/assimp') ? { version: libraryVersion(), path: '/usr/bin/assimp' } : null),
}

/** The version is in the file name of the program's shared library. */
function libraryVersion(): string | null {
  const folders = ['/usr/lib', ...['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu`)]
  const names = folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder))
  return names.map((name) => /^libassimp\.so\.(\d+\.\d+\.\d+)$/.exec(name)?.[1]).find(Boolean) ?? null
}

export const modelEngines: EngineModule = {
  engines: [
    npmPackage('@gltf-transform/core', {
      name: GLTF,
      family,
      licence: 'MIT',
      adds: 'glTF and what is made from it: the models that are written, images and facts of models',
    }),
    npmPackage('assimpjs', {
      name: ASSIMP,
      family,
      licence: 'BSD-3-Clause',
      adds: 'the reading of 20 model formats, and the check of what is written',
    }),
    npmPackage('occt-import-js', {
      name: CASCADE,
      family,
      licence: 'LGPL-2.1',
      adds: 'CAD: STEP, IGES and BREP into models',
    }),
    systemAssimp,
  ],

  entries(installed) {
    if (!works(installed)) return []
    const own = installed.has(CASCADE) ? [...MESHES, ...CAD] : MESHES
    const program = installed.get(SYSTEM)?.path
    return [
      ...entriesFrom({ family, engine: GLTF, from: own, kinds: ['model'] }, (run) => run),
      ...(program
        ? [
            ...entriesFrom(
              { family, engine: SYSTEM, from: SYSTEM_SOURCES, kinds: ['assimp', 'model'] },
              (run) => afterReading(program, run),
            ),
            ...SYSTEM_TARGETS.map((target) =>
              conversion({
                family,
                engine: SYSTEM,
                from: own.filter((format) => format !== target),
                target,
                schema: SYSTEM_MODEL_OPTIONS,
                kinds: ['model', 'assimp'],
                run: beforeWriting(program),
              }),
            ),
          ]
        : []),
    ]
  },

  workerPrograms(installed) {
    if (!works(installed)) return []
    return [
      workerProgramAt('model', 'model', 'model-child.ts'),
      ...(installed.has(SYSTEM)
        ? [{ ...workerProgramAt('assimp', 'model', 'assimp-child.ts'), spawns: true }]
        : []),
    ]
  },
}

const works = (installed: Installed) => [GLTF, ASSIMP, 'sharp'].every((name) => installed.has(name))

type Run = CatalogEntry['run']
type Shared = { family: typeof family; engine: string; from: string[]; kinds: string[] }

/** All operations on readable models; `wrap` adds a reading step for formats that need one. */
function entriesFrom(shared: Shared, wrap: (run: Run) => Run): CatalogEntry[] {
  return [
    // The target may equal the source format: to scale, rotate or simplify.
    ...Object.entries(MODEL_OPTIONS).map(([target, schema]) =>
      conversion({ ...shared, target, schema, run: wrap(convertModel) }),
    ),
    ...Object.entries(OPTIMIZE_OPTIONS)
      .filter(([target]) => shared.from.includes(target))
      .map(([target, schema]) =>
        operation({
          ...shared,
          operation: 'optimize',
          label: `Make a smaller ${target === 'glb' ? 'GLB' : 'glTF'}`,
          from: [target],
          to: [target],
          schema,
          run: wrap(convertModel),
        }),
      ),
    operation({
      ...shared,
      operation: 'thumbnail',
      label: 'Render model',
      to: ['png'],
      schema: THUMBNAIL_OPTIONS,
      run: wrap(drawModel),
    }),
    operation({
      ...shared,
      operation: 'inspect',
      label: 'Inspect',
      to: ['json'],
      schema: INSPECT_OPTIONS,
      run: wrap(inspectModelFile),
    }),
  ]
}
