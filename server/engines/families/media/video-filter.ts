import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import type { VideoFacts } from './facts.ts'

/** What is done to the video; sizes in pixels, `fps` in frames per second. */
export interface VideoChanges {
  crop_x?: number | undefined
  crop_y?: number | undefined
  crop_width?: number | undefined
  crop_height?: number | undefined
  rotate?: number | undefined
  /** At most so wide and so high; the proportions are kept and nothing is enlarged. */
  width?: number | undefined
  height?: number | undefined
  /** At most so long on the shorter side. */
  shorter?: number | undefined
  fps?: number | undefined
  /** Whether both sides must be even, as the codecs of videos want it. */
  even: boolean
}

export interface FilteredVideo {
  filters: string[]
  width: number
  height: number
  /** Whether somebody asked for a change, so that the stored video will not do. */
  changed: boolean
}

const TURNS: Record<number, string[]> = {
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
}

/**
 * Filters that make the video square-pixelled and upright, then crop, rotate and shrink it; and the
 * size that comes out.
 */
export function videoFilters(source: VideoFacts, changes: VideoChanges): FilteredVideo {
  const filters: string[] = []
  let { width, height } = source
  if (Math.abs(source.pixelAspect - 1) > 0.01) {
    width = Math.max(2, 2 * Math.round((width * source.pixelAspect) / 2))
    filters.push(`scale=${width}:${height}`, 'setsar=1')
  }
  const turn = (degrees: number) => {
    filters.push(...(TURNS[degrees] ?? []))
    if (degrees === 90 || degrees === 270) [width, height] = [height, width]
  }
  turn(source.turn)
  const cropped = cropArea(changes, width, height)
  if (cropped) {
    filters.push(`crop=${cropped.width}:${cropped.height}:${cropped.x}:${cropped.y}`)
    ;({ width, height } = cropped)
  }
  turn(changes.rotate ?? 0)
  // Fewer frames first, so that none is made smaller in vain.
  if (changes.fps) filters.push(`fps=${changes.fps}`)
  const shrink = Math.min(
    1,
    (changes.width ?? width) / width,
    (changes.height ?? height) / height,
    (changes.shorter ?? Math.min(width, height)) / Math.min(width, height),
  )
  const fitted = (side: number) => {
    const exact = side * shrink
    return changes.even ? Math.max(2, 2 * Math.round(exact / 2 - 0.001)) : Math.max(1, Math.round(exact))
  }
  const changed = cropped !== null || Boolean(changes.rotate) || Boolean(changes.fps) || shrink < 1
  // Said even where it changes nothing: a video whose size changes in the middle must not change
  // the result's.
  filters.push(`scale=${fitted(width)}:${fitted(height)}`, 'setsar=1')
  return { filters, width: fitted(width), height: fitted(height), changed }
}

function cropArea(changes: VideoChanges, width: number, height: number) {
  const { crop_x, crop_y, crop_width, crop_height } = changes
  if ([crop_x, crop_y, crop_width, crop_height].every((one) => one === undefined)) return null
  const x = crop_x ?? 0
  const y = crop_y ?? 0
  const area = { x, y, width: crop_width ?? width - x, height: crop_height ?? height - y }
  if (area.width < 2 || area.height < 2 || x + area.width > width || y + area.height > height) {
    throw new EngineFailure(
      'option_refused',
      sentence`The crop lies outside the image, which is ${width} × ${height} pixels. Choose a part that is inside of it.`,
    )
  }
  return area
}
