import type { Flat } from '../shape/flatten.ts'
import { joinPositions } from '../shape/join.ts'
import { short, TextBytes } from './numbers.ts'

/** OFF: counts, then positions, then triangles as indices. */
export function writeOff({ parts }: Flat): Buffer {
  const { places, triangles } = joinPositions(parts)
  const text = new TextBytes()
  text.add('OFF')
  text.add(`${places.length / 3} ${triangles.length / 3} 0`)
  for (let at = 0; at < places.length; at += 3)
    text.add(
      `${short(places[at] as number)} ${short(places[at + 1] as number)} ${short(places[at + 2] as number)}`,
    )
  for (let at = 0; at < triangles.length; at += 3)
    text.add(`3 ${triangles[at]} ${triangles[at + 1]} ${triangles[at + 2]}`)
  return text.bytes()
}
