/** A primitive solid of X3D as flat arrays, as in glTF; Y points up. */
export interface Body {
  positions: number[]
  normals: number[]
  uvs: number[]
  indices: number[]
}

/** Segments of a round solid: about as many as other readers use. */
const AROUND = 32

export function box(x: number, y: number, z: number): Body {
  const body: Body = { positions: [], normals: [], uvs: [], indices: [] }
  const half = [x / 2, y / 2, z / 2]
  for (const axis of [0, 1, 2]) {
    for (const side of [1, -1]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as [number, number]
      const first = body.positions.length / 3
      for (const [a, b] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ] as const) {
        const place = [0, 0, 0]
        place[axis] = side * (half[axis] as number)
        place[u] = a * (half[u] as number) * side
        place[v] = b * (half[v] as number)
        body.positions.push(...place)
        body.normals.push(...[0, 1, 2].map((one) => (one === axis ? side : 0)))
        body.uvs.push((a + 1) / 2, (1 - b) / 2)
      }
      body.indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
    }
  }
  return body
}

/**
 * A solid of revolution around Y from an outline of (radius, height) from top to bottom with
 * normals.
 */
function turned(outline: readonly { radius: number; height: number; out: number; up: number }[]): Body {
  const body: Body = { positions: [], normals: [], uvs: [], indices: [] }
  for (const [row, { radius, height, out, up }] of outline.entries()) {
    for (let step = 0; step <= AROUND; step++) {
      const angle = (2 * Math.PI * step) / AROUND
      const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
      body.positions.push(-radius * sine, height, -radius * cosine)
      body.normals.push(-out * sine, up, -out * cosine)
      body.uvs.push(step / AROUND, row / (outline.length - 1))
    }
  }
  for (let row = 0; row + 1 < outline.length; row++) {
    for (let step = 0; step < AROUND; step++) {
      const at = row * (AROUND + 1) + step
      const below = at + AROUND + 1
      // At a pole one of the two triangles is degenerate.
      if ((outline[row]?.radius ?? 0) > 0) body.indices.push(at, below, at + 1)
      if ((outline[row + 1]?.radius ?? 0) > 0) body.indices.push(at + 1, below, below + 1)
    }
  }
  return body
}

export function sphere(radius: number): Body {
  const rows = AROUND / 2
  return turned(
    Array.from({ length: rows + 1 }, (_, row) => {
      const angle = (Math.PI * row) / rows
      // Exactly zero radius at both poles.
      const out = row === 0 || row === rows ? 0 : Math.sin(angle)
      return { radius: radius * out, height: radius * Math.cos(angle), out, up: Math.cos(angle) }
    }),
  )
}

/** A cylinder, or a cone if `top` is 0. */
export function cone(
  bottom: number,
  top: number,
  height: number,
  parts: { side: boolean; top: boolean; bottom: boolean },
): Body {
  const [high, low] = [height / 2, -height / 2]
  const slope = Math.hypot(height, bottom - top) || 1
  const [out, up] = [height / slope, (bottom - top) / slope]
  const bodies = [
    ...(parts.side
      ? [
          turned([
            { radius: top, height: high, out, up },
            { radius: bottom, height: low, out, up },
          ]),
        ]
      : []),
    ...(parts.top && top > 0
      ? [
          turned([
            { radius: 0, height: high, out: 0, up: 1 },
            { radius: top, height: high, out: 0, up: 1 },
          ]),
        ]
      : []),
    ...(parts.bottom
      ? [
          turned([
            { radius: bottom, height: low, out: 0, up: -1 },
            { radius: 0, height: low, out: 0, up: -1 },
          ]),
        ]
      : []),
  ]
  return bodies.reduce(
    (all, { positions, normals, uvs, indices }) => {
      const first = all.positions.length / 3
      return {
        positions: [...all.positions, ...positions],
        normals: [...all.normals, ...normals],
        uvs: [...all.uvs, ...uvs],
        indices: [...all.indices, ...indices.map((index) => first + index)],
      }
    },
    { positions: [], normals: [], uvs: [], indices: [] } as Body,
  )
}
