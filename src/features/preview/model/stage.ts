import {
  Box3,
  Group,
  Mesh,
  NeutralToneMapping,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Spherical,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js'
import { centerModel, disposeModel, eachMaterial, headLight, lightModel, placeCamera } from './model-scene.ts'

export interface Measures {
  /** In the model's own units. */
  size: [number, number, number]
  triangles: number
  vertices: number
}

/**
 * Mounted stages: rotating one rotates the others, so that two models are seen from the same side.
 */
const stages = new Set<Stage>()
/** The last dragged stage, which the others follow until it stops. */
let leader: Stage | null = null

/** A model on its turntable. It renders on changes, and stops on dispose. */
export class Stage {
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(35, 1, 0.01, 100)
  readonly #controls: OrbitControls
  readonly #observer: ResizeObserver
  readonly #sight: IntersectionObserver
  readonly #box: HTMLElement
  readonly #onTurn: (on: boolean) => void
  #frame = 0
  #seen = true
  #model: Object3D | null = null

  /** `onTurn` is called when auto-rotation starts or stops, in this stage or another. */
  constructor(box: HTMLElement, onTurn: (on: boolean) => void) {
    this.#box = box
    this.#onTurn = onTurn
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true })
    this.#renderer.toneMapping = NeutralToneMapping
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, 2))
    const canvas = this.#renderer.domElement
    canvas.className = 'block size-full'
    box.append(canvas)

    // Moves with the camera, so that the visible side is lit.
    this.#camera.add(headLight())
    this.#scene.add(this.#camera)

    this.#controls = new OrbitControls(this.#camera, canvas)
    this.#controls.enableDamping = !matchMedia('(prefers-reduced-motion: reduce)').matches
    this.#controls.autoRotateSpeed = 1.2
    this.#controls.minDistance = 0.3
    this.#controls.maxDistance = 20
    // Vertical touch gestures scroll the page; horizontal ones rotate the model.
    canvas.style.touchAction = 'pan-y'
    this.#controls.addEventListener('start', () => {
      leader = this
    })
    this.#controls.addEventListener('change', () => {
      if (leader === this) this.#lead()
      this.#invalidate()
    })
    // The wheel scrolls the page; it zooms only with Ctrl or ⌘.
    box.addEventListener('wheel', this.#onWheel, { capture: true })
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(box)
    // Auto-rotation pauses outside the viewport.
    this.#sight = new IntersectionObserver(([entry]) => {
      this.#seen = entry?.isIntersecting ?? true
      this.#invalidate()
    })
    this.#sight.observe(box)
    this.#place()
    const [other] = stages
    if (other) {
      this.#follow(other)
      onTurn(other.#controls.autoRotate)
    }
    stages.add(this)
  }

  /** Displays a model, centered, as large as fits. */
  show(model: Object3D): Measures {
    const holder = new Group()
    holder.add(model)
    const size = new Box3().setFromObject(model, true).getSize(new Vector3())
    this.#model = holder
    this.#scene.add(holder)
    lightModel(this.#renderer, this.#scene, holder)
    this.upright(false)
    return { size: [size.x, size.y, size.z], ...countOf(model) }
  }

  /** Sets whether its Z axis points up. */
  upright(zUp: boolean) {
    const holder = this.#model
    if (!holder) return
    centerModel(holder, zUp)
    this.#invalidate()
  }

  wireframe(on: boolean) {
    if (this.#model)
      eachMaterial(this.#model, (material) => {
        if ('wireframe' in material) material.wireframe = on
      })
    this.#invalidate()
  }

  /** Starts or stops auto-rotation in all stages. */
  turn(on: boolean) {
    leader = null
    for (const stage of stages) {
      stage.#controls.autoRotate = on
      stage.#onTurn(on)
      stage.#invalidate()
    }
  }

  /** Rotates by radians, horizontally and vertically. */
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

  /** Resets the view. */
  home() {
    this.#place()
    this.#moved()
  }

  dispose() {
    stages.delete(this)
    if (leader === this) leader = null
    cancelAnimationFrame(this.#frame)
    this.#frame = -1
    this.#box.removeEventListener('wheel', this.#onWheel, { capture: true })
    this.#observer.disconnect()
    this.#sight.disconnect()
    this.#controls.dispose()
    if (this.#model) disposeModel(this.#model)
    this.#scene.environment?.dispose()
    this.#renderer.dispose()
    // Browsers limit the number of contexts, and release them late otherwise.
    this.#renderer.forceContextLoss()
    this.#renderer.domElement.remove()
  }

  readonly #onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
  }

  #place() {
    this.#controls.target.set(0, 0, 0)
    placeCamera(this.#camera)
    this.#controls.update()
  }

  #moved() {
    this.#camera.lookAt(this.#controls.target)
    this.#controls.update()
    this.#lead()
    this.#invalidate()
  }

  #lead() {
    for (const other of stages) if (other !== this) other.#follow(this)
  }

  #follow(other: Stage) {
    this.#camera.position.copy(other.#camera.position)
    this.#camera.quaternion.copy(other.#camera.quaternion)
    this.#controls.target.copy(other.#controls.target)
    this.#invalidate()
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.#box
    if (width === 0 || height === 0) return
    this.#renderer.setSize(width, height, false)
    this.#camera.aspect = width / height
    // In a narrow stage the width limits the visible part.
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
      if (this.#seen && (moved || this.#controls.autoRotate)) this.#invalidate()
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

/** Whether the browser supports WebGL: some have it disabled, or no suitable GPU. */
export function hasWebGl(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
