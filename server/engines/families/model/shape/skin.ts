import type { mat4, Primitive, Skin } from '@gltf-transform/core'
import { IDENTITY, movePoints, multiply, turnNormals } from './matrix.ts'

/** The joint matrices of a skin at rest. */
export function skinMatrices(skin: Skin): mat4[] {
  const inverse = skin.getInverseBindMatrices()
  return skin.listJoints().map((joint, index) => {
    const bind = inverse ? inverse.getElement(index, [...IDENTITY] as mat4) : IDENTITY
    return multiply(joint.getWorldMatrix(), bind)
  })
}

/** Applies a skin to vertices in place. glTF 2.0, 3.7.3.3. */
export function skinned(
  primitive: Primitive,
  matrices: readonly mat4[],
  positions: Float32Array,
  normals: Float32Array | null,
): void {
  const joints = primitive.getAttribute('JOINTS_0')
  const weights = primitive.getAttribute('WEIGHTS_0')
  if (!joints || !weights) return
  const joint: number[] = []
  const weight: number[] = []
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    joints.getElement(vertex, joint)
    weights.getElement(vertex, weight)
    const blend = new Array<number>(16).fill(0)
    let total = 0
    for (let one = 0; one < 4; one++) {
      const share = weight[one] ?? 0
      const matrix = matrices[joint[one] ?? 0]
      if (share === 0 || !matrix) continue
      total += share
      for (let at = 0; at < 16; at++) blend[at] = (blend[at] as number) + share * (matrix[at] as number)
    }
    if (total === 0) continue
    movePoints(
      positions.subarray(vertex * 3, vertex * 3 + 3),
      blend.map((value) => value / total),
    )
    if (normals) turnNormals(normals.subarray(vertex * 3, vertex * 3 + 3), blend)
  }
}
