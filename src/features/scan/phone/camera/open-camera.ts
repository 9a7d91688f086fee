/** Why the page has no camera. */
export type NoCamera = 'insecure' | 'denied' | 'missing' | 'busy'

export class CameraError extends Error {
  readonly reason: NoCamera
  constructor(reason: NoCamera, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'CameraError'
    this.reason = reason
  }
}

const REASONS: Record<string, NoCamera> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

/** Over plain HTTP browsers have no camera API. */
export const hasCameraApi = (): boolean => Boolean(navigator.mediaDevices?.getUserMedia)

/**
 * The rear camera at its highest resolution. Sizes are `ideal`, because some phones reject exact
 * ones.
 * @throws CameraError
 */
export async function openCamera(): Promise<MediaStream> {
  if (!hasCameraApi()) throw new CameraError('insecure')
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'environment', width: { ideal: 3840 }, height: { ideal: 2160 } },
    })
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : ''
    throw new CameraError(REASONS[name] ?? 'busy', { cause })
  }
}

/** Capabilities that the DOM types lack. */
interface Abilities {
  torch: boolean
  focus: boolean
}

export function abilitiesOf(track: MediaStreamTrack): Abilities {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(track.getCapabilities?.() ?? {}))
  const modes = given.get('focusMode')
  return {
    torch: given.get('torch') === true,
    focus: Array.isArray(modes) && (modes.includes('single-shot') || modes.includes('continuous')),
  }
}

/** Browsers ignore unknown constraints. */
type Constraint = MediaTrackConstraintSet & {
  torch?: boolean
  focusMode?: 'single-shot' | 'continuous'
  pointsOfInterest?: { x: number; y: number }[]
}

const apply = (track: MediaStreamTrack, constraint: Constraint) =>
  track.applyConstraints({ advanced: [constraint] })

/** Turns the torch on or off. False if the camera refuses. */
export const setTorch = (track: MediaStreamTrack, torch: boolean): Promise<boolean> =>
  apply(track, { torch }).then(
    () => true,
    () => false,
  )

/** Focuses a point of the image, in fractions of its width and height. */
export async function focusAt(track: MediaStreamTrack, x: number, y: number): Promise<void> {
  const point = { pointsOfInterest: [{ x, y }] }
  // Some cameras support single-shot focus, others only continuous focus.
  await apply(track, { ...point, focusMode: 'single-shot' })
    .catch(() => apply(track, { ...point, focusMode: 'continuous' }))
    .catch(() => undefined)
}
