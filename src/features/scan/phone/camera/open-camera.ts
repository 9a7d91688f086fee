/** Why there is no camera in the page. */
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

/** Over plain http the browser has no camera for a page at all. */
export const hasCameraApi = (): boolean => Boolean(navigator.mediaDevices?.getUserMedia)

/**
 * The camera on the back, as large as it gets. Sizes are asked for, not demanded: some phones
 * refuse the latter.
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

/** What a camera can do that the types of the DOM do not have. */
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

/** One more constraint: browsers ignore what they do not know. */
type Constraint = MediaTrackConstraintSet & {
  torch?: boolean
  focusMode?: 'single-shot' | 'continuous'
  pointsOfInterest?: { x: number; y: number }[]
}

const apply = (track: MediaStreamTrack, constraint: Constraint) =>
  track.applyConstraints({ advanced: [constraint] })

/** Turns the lamp on or off. False where the camera refuses. */
export const setTorch = (track: MediaStreamTrack, torch: boolean): Promise<boolean> =>
  apply(track, { torch }).then(
    () => true,
    () => false,
  )

/** Focuses a place of the image, in shares of its width and height. */
export async function focusAt(track: MediaStreamTrack, x: number, y: number): Promise<void> {
  const point = { pointsOfInterest: [{ x, y }] }
  // Some cameras focus once, others only know to follow a point.
  await apply(track, { ...point, focusMode: 'single-shot' })
    .catch(() => apply(track, { ...point, focusMode: 'continuous' }))
    .catch(() => undefined)
}
