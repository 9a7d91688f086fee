import {
  Box3,
  DirectionalLight,
  Group,
  HemisphereLight,
  type Material,
  Mesh,
  NeutralToneMapping,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Sphere,
  Spherical,
  type Texture,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js'

export interface Measures {
  /** In the model's own units. */
  size: [number, number, number]
  triangles: number
  vertices: number
}

/** Stages on the page: what is turned in one turns in the others, so that two models are seen from the same side. */
const stages = new Set<Stage>()

/** Where the camera stands at first: a little from the right and from above. */
const START = new Vector3(1.7, 1.1, 2.2)

/** A model on its turntable. It draws when something changes, and stops when it is disposed of. */
export class Stage {
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(35, 1, 0.01, 100)
  readonly #controls: OrbitControls
  readonly #observer: ResizeObserver
  readonly #box: HTMLElement
  #frame = 0
  #held = false
  #model: Object3D | null = null

  constructor(box: HTMLElement) {
    this.#box = box
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true })
    this.#renderer.toneMapping = NeutralToneMapping
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    const canvas = this.#renderer.domElement
    canvas.className = 'block size-full'
    box.append(canvas)

    const light = new DirectionalLight(0xffffff, 1.8)
    light.position.set(1, 2, 1.5)
    // It goes with the camera: whatever one looks at is lit.
    this.#camera.add(light)
    this.#scene.add(this.#camera)

    this.#controls = new OrbitControls(this.#camera, canvas)
    this.#controls.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#controls.autoRotateSpeed = 1.2
    this.#controls.minDistance = 0.3
    this.#controls.maxDistance = 20
    // A finger that goes up or down scrolls the page; sideways it turns the model.
    canvas.style.touchAction = 'pan-y'
    this.#controls.addEventListener('start', () => {
      this.#held = true
    })
    this.#controls.addEventListener('end', () => {
      this.#held = false
    })
    this.#controls.addEventListener('change', () => {
      if (this.#held) this.#lead()
      this.#invalidate()
    })
    // The page scrolls over it; only with the key that zooms elsewhere does it zoom.
    box.addEventListener('wheel', this.#onWheel, { capture: true })
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(box)
    this.home()
    stages.add(this)
  }

  /** Shows it, middle in the middle, as large as fits. */
  show(model: Object3D): Measures {
    const holder = new Group()
    holder.add(model)
    const size = new Box3().setFromObject(model, true).getSize(new Vector3())
    this.#model = holder
    this.#scene.add(holder)
    this.#light()
    this.upright(false)
    return { size: [size.x, size.y, size.z], ...countOf(model) }
  }

  /** Whether what points up in it is its Z axis. */
  upright(zUp: boolean) {
    const holder = this.#model
    if (!holder) return
    holder.scale.setScalar(1)
    holder.position.setScalar(0)
    holder.rotation.x = zUp ? -Math.PI / 2 : 0
    holder.updateMatrixWorld(true)
    const bounds = new Box3().setFromObject(holder, true)
    const sphere = bounds.getBoundingSphere(new Sphere())
    const scale = sphere.radius > 0 ? 1 / sphere.radius : 1
    holder.scale.setScalar(scale)
    holder.position.copy(sphere.center).multiplyScalar(-scale)
    this.#invalidate()
  }

  wireframe(on: boolean) {
    this.#eachMaterial((material) => {
      if ('wireframe' in material) material.wireframe = on
    })
    this.#invalidate()
  }

  turn(on: boolean) {
    this.#controls.autoRotate = on
    this.#invalidate()
  }

  /** Turns it by hand: radians sideways and upwards. */
  rotate(sideways: number, upwards: number) {
    const offset = this.#camera.position.clone().sub(this.#controls.target)
    const place = new Spherical().setFromVector3(offset)
    place.theta += sideways
    place.phi -= upwards
    place.makeSafe()
    this.#camera.position.copy(this.#controls.target).add(offset.setFromSpherical(place))
    this.#moved()
  }

  zoom(factor: number) {
    const { target, minDistance, maxDistance } = this.#controls
    const offset = this.#camera.position.clone().sub(target)
    offset.setLength(Math.min(maxDistance, Math.max(minDistance, offset.length() * factor)))
    this.#camera.position.copy(target).add(offset)
    this.#moved()
  }

  /** Back to where one looked from at first. */
  home() {
    this.#controls.target.set(0, 0, 0)
    // So far away that a sphere of radius 1 is seen whole.
    this.#camera.position.copy(START).setLength(1.12 / Math.sin((this.#camera.fov * Math.PI) / 360))
    this.#moved()
  }

  dispose() {
    stages.delete(this)
    cancelAnimationFrame(this.#frame)
    this.#frame = -1
    this.#box.removeEventListener('wheel', this.#onWheel, { capture: true })
    this.#observer.disconnect()
    this.#controls.dispose()
    this.#model?.traverse((part) => {
      if ('geometry' in part) (part as Mesh).geometry.dispose()
    })
    this.#eachMaterial((material) => {
      for (const value of Object.values(material))
        if ((value as Texture | null)?.isTexture) (value as Texture).dispose()
      material.dispose()
    })
    this.#scene.environment?.dispose()
    this.#renderer.dispose()
    // A browser has few contexts, and gives one back late by itself.
    this.#renderer.forceContextLoss()
    this.#renderer.domElement.remove()
  }

  readonly #onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
  }

  /** Metal shows what is around it, and is black in an empty room; for anything else a sky and a floor are enough. */
  #light() {
    let metal = false
    this.#eachMaterial((material) => {
      metal ||= 'metalness' in material && Number(material.metalness) > 0.3
    })
    if (!metal) {
      this.#scene.add(new HemisphereLight(0xffffff, 0x8a8478, 0.9))
      return
    }
    const generator = new PMREMGenerator(this.#renderer)
    const room = new RoomEnvironment()
    this.#scene.environment = generator.fromScene(room, 0.04).texture
    this.#scene.environmentIntensity = 0.5
    room.dispose()
    generator.dispose()
  }

  #moved() {
    this.#camera.lookAt(this.#controls.target)
    this.#controls.update()
    this.#lead()
    this.#invalidate()
  }

  #lead() {
    for (const other of stages) {
      if (other === this) continue
      other.#camera.position.copy(this.#camera.position)
      other.#camera.quaternion.copy(this.#camera.quaternion)
      other.#controls.target.copy(this.#controls.target)
      other.#invalidate()
    }
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.#box
    if (width === 0 || height === 0) return
    this.#renderer.setSize(width, height, false)
    this.#camera.aspect = width / height
    // In a narrow stage the width decides what is seen.
    this.#camera.zoom = Math.min(1, width / height)
    this.#camera.updateProjectionMatrix()
    this.#invalidate()
  }

  #invalidate() {
    if (this.#frame !== 0) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      const moved = this.#controls.update()
      this.#renderer.render(this.#scene, this.#camera)
      if (moved || this.#controls.autoRotate) this.#invalidate()
    })
  }

  #eachMaterial(act: (material: Material) => void) {
    this.#model?.traverse((part) => {
      if (!('material' in part)) return
      const { material } = part as Mesh
      for (const one of Array.isArray(material) ? material : [material]) act(one)
    })
  }
}

function countOf(model: Object3D): { triangles: number; vertices: number } {
  let triangles = 0
  let vertices = 0
  model.traverse((part) => {
    if (!('geometry' in part)) return
    const { geometry } = part as Mesh
    const count = geometry.getAttribute('position')?.count ?? 0
    vertices += count
    if (part instanceof Mesh) triangles += Math.floor((geometry.index?.count ?? count) / 3)
  })
  return { triangles, vertices }
}

/** Whether the browser can draw models at all: some have WebGL turned off, or no graphics that can do it. */
export function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
