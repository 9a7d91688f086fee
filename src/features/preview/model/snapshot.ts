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

/** Draws models, one after the other, on one canvas that is never on the page. */
export class ModelCamera {
  readonly #renderer: WebGLRenderer
  readonly #side: number

  private constructor(side: number) {
    this.#side = side
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true })
    this.#renderer.toneMapping = NeutralToneMapping
    this.#renderer.setSize(side, side, false)
  }

  /** Null where the browser has no WebGL. `side` is the image's, in pixels. */
  static open(side: number): ModelCamera | null {
    return hasWebGl() ? new ModelCamera(side) : null
  }

  /**
   * An image of a model, on nothing. @throws where the bytes cannot be read, or the context was
   * lost
   */
  async take(format: string, bytes: ArrayBuffer, zUp: boolean): Promise<ImageData> {
    const holder = new Group().add(await loadModel(format, bytes))
    const scene = new Scene()
    try {
      const camera = new PerspectiveCamera(35, 1, 0.01, 100)
      placeCamera(camera)
      scene.add(camera.add(headLight()), holder)
      // A room for metal to mirror costs more to draw than a thumbnail is worth.
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
    // A browser has few contexts, and releases one late otherwise.
    this.#renderer.forceContextLoss()
  }
}
