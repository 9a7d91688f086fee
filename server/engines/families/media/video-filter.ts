import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import type { VideoFacts } from './facts.ts'

/** Changes to the video; sizes in pixels, `fps` in frames per second. */
export interface VideoChanges {
  crop_x?: number | undefined
  crop_y?: number | undefined
  crop_width?: number | undefined
  crop_height?: number | undefined
  rotate?: number | undefined
  /** Maximum width and height; keeps the aspect ratio and never enlarges. */
  width?: number | undefined
  height?: number | undefined
  /** Maximum of the shorter side. */
  shorter?: number | undefined
  fps?: number | undefined
  /** Whether both sides must be even, as video codecs require. */
  even: boolean
}

export interface FilteredVideo {
  filters: string[]
  width: number
  height: number
  /** Whether a change was requested, so that the stream can't be copied. */
  changed: boolean
}

const TURNS: Record<number, string[]> = {
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
}

/**
 * Filters that make pixels square and the video upright, then crop, rotate and scale it; and the
 * resulting size.
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
  // Drops frames first, so that none is scaled in vain.
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
  // Always set: the result's size must stay constant if the source's changes midway.
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
