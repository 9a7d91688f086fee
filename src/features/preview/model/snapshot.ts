import {
  Group,
  type Material,
  MeshStandardMaterial,
  NeutralToneMapping,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three'
import { loadModel } from './load-model.ts'
import { centerModel, disposeModel, eachMaterial, headLight, lightModel, placeCamera } from './model-scene.ts'
import { readPixels } from './read-pixels.ts'
import { hasWebGl } from './stage.ts'

const MOST_METAL = 0.3
const dull = (material: Material) => {
  if (material instanceof MeshStandardMaterial) material.metalness = Math.min(material.metalness, MOST_METAL)
}

/** Renders models, one at a time, on an offscreen canvas. */
export class ModelCamera {
  readonly #renderer: WebGLRenderer
  readonly #side: number

  private constructor(side: number) {
    this.#side = side
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true })
    this.#renderer.toneMapping = NeutralToneMapping
    this.#renderer.setSize(side, side, false)
  }

  /** Null without WebGL. `side` is the image's, in pixels. */
  static open(side: number): ModelCamera | null {
    return hasWebGl() ? new ModelCamera(side) : null
  }

  /**
   * A model on a transparent background. @throws if the file cannot be parsed, or the context was
   * lost
   */
  async take(format: string, bytes: ArrayBuffer, zUp: boolean): Promise<ImageData> {
    const holder = new Group().add(await loadModel(format, bytes))
    const scene = new Scene()
    try {
      const camera = new PerspectiveCamera(35, 1, 0.01, 100)
      placeCamera(camera)
      scene.add(camera.add(headLight()), holder)
      // An environment map for metal costs more than a thumbnail is worth.
      eachMaterial(holder, dull)
      lightModel(this.#renderer, scene, holder)
      centerModel(holder, zUp)
      this.#renderer.render(scene, camera)
      const gl = this.#renderer.getContext() as WebGL2RenderingContext
      return await readPixels(gl, this.#side)
    } finally {
      disposeModel(holder)
      scene.environment?.dispose()
    }
  }

  close(): void {
    this.#renderer.dispose()
    // Browsers limit the number of contexts, and release them late otherwise.
    this.#renderer.forceContextLoss()
  }
}
