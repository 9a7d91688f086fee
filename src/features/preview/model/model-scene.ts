import {
  Box3,
  DirectionalLight,
  HemisphereLight,
  type Material,
  type Mesh,
  type Object3D,
  type PerspectiveCamera,
  PMREMGenerator,
  type Scene,
  Sphere,
  type Texture,
  Vector3,
  type WebGLRenderer,
} from 'three'
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js'

/** The initial camera position: slightly from the right and from above. */
const START = new Vector3(1.7, 1.1, 2.2)

/** The distance at which a sphere of radius 1 is completely visible. */
export function placeCamera(camera: PerspectiveCamera): void {
  camera.position.copy(START).setLength(1.12 / Math.sin((camera.fov * Math.PI) / 360))
  camera.lookAt(0, 0, 0)
}

export function headLight(): DirectionalLight {
  const light = new DirectionalLight(0xffffff, 1.8)
  light.position.set(1, 2, 1.5)
  return light
}

/**
 * Metal reflects its environment, and is black without one; for other materials sky and floor
 * lights suffice.
 */
export function lightModel(renderer: WebGLRenderer, scene: Scene, model: Object3D): void {
  let metal = false
  eachMaterial(model, (material) => {
    metal ||= 'metalness' in material && Number(material.metalness) > 0.3
  })
  if (!metal) {
    scene.add(new HemisphereLight(0xffffff, 0x8a8478, 0.9))
    return
  }
  const generator = new PMREMGenerator(renderer)
  const room = new RoomEnvironment()
  scene.environment = generator.fromScene(room, 0.04).texture
  scene.environmentIntensity = 0.5
  room.dispose()
  generator.dispose()
}

/** Moves the center of a model to the origin, and scales it to a sphere of radius 1. */
export function centerModel(holder: Object3D, zUp: boolean): void {
  holder.scale.setScalar(1)
  holder.position.setScalar(0)
  holder.rotation.x = zUp ? -Math.PI / 2 : 0
  holder.updateMatrixWorld(true)
  const sphere = new Box3().setFromObject(holder, true).getBoundingSphere(new Sphere())
  const scale = sphere.radius > 0 ? 1 / sphere.radius : 1
  holder.scale.setScalar(scale)
  holder.position.copy(sphere.center).multiplyScalar(-scale)
}

export function disposeModel(model: Object3D): void {
  model.traverse((part) => {
    if ('geometry' in part) (part as Mesh).geometry.dispose()
  })
  eachMaterial(model, (material) => {
    for (const value of Object.values(material)) {
      if (!(value as Texture | null)?.isTexture) continue
      const texture = value as Texture
      texture.dispose()
      // An ImageBitmap must be closed; other images need not.
      ;(texture.image as Partial<ImageBitmap> | null)?.close?.()
    }
    material.dispose()
  })
}

export function eachMaterial(model: Object3D, act: (material: Material) => void): void {
  model.traverse((part) => {
    if (!('material' in part)) return
    const { material } = part as Mesh
    for (const one of Array.isArray(material) ? material : [material]) act(one)
  })
}
