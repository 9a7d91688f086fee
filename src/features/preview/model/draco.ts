import { BufferAttribute, BufferGeometry } from 'three'
import scriptUrl from 'three/examples/jsm/libs/draco/gltf/draco_decoder.js?url'

/**
 * Draco-compressed geometry, which `optimize` creates by default. three.js would decode it with
 * WebAssembly in a blob worker, both of which the content security policy forbids; this is the same
 * decoder as a same-origin script.
 */

/** The used part of the decoder's API. */
interface Draco {
  Decoder: new () => Decoder
  Mesh: new () => Geometry
  PointCloud: new () => Geometry
  TRIANGULAR_MESH: number
  HEAPF32: Float32Array
  _malloc(bytes: number): number
  _free(pointer: number): void
  destroy(object: unknown): void
  [type: `DT_${string}`]: number
}
interface Geometry {
  ptr: number
  num_faces(): number
  num_points(): number
}
interface Decoder {
  GetEncodedGeometryType(bytes: Int8Array): number
  DecodeArrayToMesh(bytes: Int8Array, length: number, into: Geometry): { ok(): boolean }
  DecodeArrayToPointCloud(bytes: Int8Array, length: number, into: Geometry): { ok(): boolean }
  GetAttributeByUniqueId(of: Geometry, id: number): { num_components(): number }
  GetTrianglesUInt32Array(of: Geometry, bytes: number, pointer: number): void
  GetAttributeDataArrayForAllPoints(
    of: Geometry,
    attribute: unknown,
    type: number,
    bytes: number,
    pointer: number,
  ): void
}

const TYPES = {
  Int8Array,
  Uint8Array,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
}
type TypeName = keyof typeof TYPES

let loading: Promise<Draco> | null = null

function loadDraco(): Promise<Draco> {
  loading ??= new Promise<Draco>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.onload = () => {
      const { DracoDecoderModule } = window as unknown as { DracoDecoderModule: () => Promise<Draco> }
      // The module has a `then` method: a promise that resolves to it would never settle.
      DracoDecoderModule().then((draco) => resolve(Object.assign(Object.create(null), draco)), reject)
    }
    script.onerror = () => reject(new Error('The decoder did not load.'))
    document.head.append(script)
  })
  loading.catch(() => {
    loading = null
  })
  return loading
}

/** Replaces three's DRACOLoader: GLTFLoader calls these two. */
export const dracoLoader = {
  preload() {
    void loadDraco().catch(() => {})
  },
  decodeDracoFile(
    buffer: ArrayBuffer,
    done: (geometry: BufferGeometry) => void,
    ids: Record<string, number>,
    types: Record<string, TypeName>,
    _colorSpace: string,
    failed: (error: unknown) => void,
  ) {
    loadDraco()
      .then((draco) => done(decode(draco, new Int8Array(buffer), ids, types)))
      .catch(failed)
  },
}

function decode(
  draco: Draco,
  bytes: Int8Array,
  ids: Record<string, number>,
  types: Record<string, TypeName>,
): BufferGeometry {
  const decoder = new draco.Decoder()
  const isMesh = decoder.GetEncodedGeometryType(bytes) === draco.TRIANGULAR_MESH
  const packed = isMesh ? new draco.Mesh() : new draco.PointCloud()
  try {
    const status = isMesh
      ? decoder.DecodeArrayToMesh(bytes, bytes.byteLength, packed)
      : decoder.DecodeArrayToPointCloud(bytes, bytes.byteLength, packed)
    if (!status.ok() || packed.ptr === 0) throw new Error('The packed geometry is damaged.')
    const geometry = new BufferGeometry()
    for (const [name, id] of Object.entries(ids))
      geometry.setAttribute(name, attributeOf(draco, decoder, packed, id, types[name] ?? 'Float32Array'))
    if (isMesh) geometry.setIndex(new BufferAttribute(indexOf(draco, decoder, packed), 1))
    return geometry
  } finally {
    draco.destroy(packed)
    draco.destroy(decoder)
  }
}

function indexOf(draco: Draco, decoder: Decoder, mesh: Geometry): Uint32Array<ArrayBuffer> {
  const count = mesh.num_faces() * 3
  return borrowed(draco, count * 4, (pointer) => {
    decoder.GetTrianglesUInt32Array(mesh, count * 4, pointer)
    return new Uint32Array(draco.HEAPF32.buffer, pointer, count).slice() as Uint32Array<ArrayBuffer>
  })
}

function attributeOf(draco: Draco, decoder: Decoder, packed: Geometry, id: number, typeName: TypeName) {
  const attribute = decoder.GetAttributeByUniqueId(packed, id)
  const size = attribute.num_components()
  const Typed = TYPES[typeName]
  const length = packed.num_points() * size
  const bytes = length * Typed.BYTES_PER_ELEMENT
  const type = draco[`DT_${typeName.replace('Array', '').toUpperCase()}`] as number
  return borrowed(draco, bytes, (pointer) => {
    decoder.GetAttributeDataArrayForAllPoints(packed, attribute, type, bytes, pointer)
    return new BufferAttribute(new Typed(draco.HEAPF32.buffer as ArrayBuffer, pointer, length).slice(), size)
  })
}

/** Allocates memory of the decoder, and frees it after use. */
function borrowed<T>(draco: Draco, bytes: number, use: (pointer: number) => T): T {
  const pointer = draco._malloc(bytes)
  if (pointer === 0) throw new Error('The decoder has no more room.')
  try {
    return use(pointer)
  } finally {
    draco._free(pointer)
  }
}
