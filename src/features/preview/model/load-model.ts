import {
  type BufferGeometry,
  DoubleSide,
  Mesh,
  type MeshPhongMaterial,
  MeshStandardMaterial,
  type Object3D,
  Points,
  PointsMaterial,
} from 'three'
import { inlineData } from './inline-data.ts'

/**
 * Parses a model. Each format's parser loads on demand.
 * @throws if it cannot be parsed
 */
export async function loadModel(format: string, bytes: ArrayBuffer): Promise<Object3D> {
  const text = () => new TextDecoder().decode(bytes)
  switch (format) {
    case 'glb':
      return loadGltf(bytes)
    case 'gltf': {
      const blobs: string[] = []
      try {
        return await loadGltf(inlineData(text(), (url) => blobs.push(url)))
      } finally {
        for (const url of blobs) URL.revokeObjectURL(url)
      }
    }
    case 'obj': {
      const { OBJLoader } = await import('three/examples/jsm/loaders/OBJLoader.js')
      return inOurMaterial(new OBJLoader().parse(text()))
    }
    case 'stl': {
      const { STLLoader } = await import('three/examples/jsm/loaders/STLLoader.js')
      const geometry = new STLLoader().parse(bytes)
      // Many programs write inverted or zero STL normals, which render black. They are recomputed
      // from the vertices.
      geometry.deleteAttribute('normal')
      geometry.computeVertexNormals()
      return meshOf(geometry)
    }
    case 'ply': {
      const { PLYLoader } = await import('three/examples/jsm/loaders/PLYLoader.js')
      return meshOf(new PLYLoader().parse(bytes))
    }
    case '3mf': {
      const { ThreeMFLoader } = await import('three/examples/jsm/loaders/3MFLoader.js')
      return inOurMaterial(new ThreeMFLoader().parse(bytes))
    }
    default:
      throw new Error(`No reader for ${format}.`)
  }
}

async function loadGltf(data: ArrayBuffer | string): Promise<Object3D> {
  const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js')
  const loader = new GLTFLoader()
  const head = typeof data === 'string' ? data : new TextDecoder('latin1').decode(data.slice(0, 200_000))
  if (head.includes('KHR_draco_mesh_compression')) {
    const { dracoLoader } = await import('./draco.ts')
    loader.setDRACOLoader(dracoLoader as never)
  }
  if (/(EXT|KHR)_meshopt_compression/.test(head)) {
    const { MeshoptDecoder } = await import('meshoptimizer/reference')
    loader.setMeshoptDecoder(MeshoptDecoder)
  }
  return (await loader.parseAsync(data, '')).scene
}

/** The default material. */
const material = (geometry: BufferGeometry) =>
  new MeshStandardMaterial({
    color: geometry.hasAttribute('color') ? 0xffffff : 0xc4bfb5,
    vertexColors: geometry.hasAttribute('color'),
    roughness: 0.62,
    metalness: 0.06,
    side: DoubleSide,
  })

function meshOf(geometry: BufferGeometry): Object3D {
  if (!geometry.index && !geometry.hasAttribute('normal'))
    return new Points(
      geometry,
      new PointsMaterial({
        size: 2,
        sizeAttenuation: false,
        vertexColors: geometry.hasAttribute('color'),
        color: geometry.hasAttribute('color') ? 0xffffff : 0x868177,
      }),
    )
  if (!geometry.hasAttribute('normal')) geometry.computeVertexNormals()
  return new Mesh(geometry, material(geometry))
}

/**
 * Models without materials (an OBJ's are in another file) would be plain white, which hides their
 * shape.
 */
function inOurMaterial(object: Object3D): Object3D {
  object.traverse((part) => {
    if (!(part instanceof Mesh) || !isPlain(part.material)) return
    const geometry = part.geometry as BufferGeometry
    if (!geometry.hasAttribute('normal')) geometry.computeVertexNormals()
    part.material = material(geometry)
  })
  return object
}

function isPlain(material: unknown): boolean {
  const [only, ...others] = Array.isArray(material) ? material : [material]
  if (others.length > 0 || !only || typeof only !== 'object') return false
  const { color, map, vertexColors } = only as MeshPhongMaterial
  return !map && !vertexColors && color?.getHex() === 0xffffff
}
