import { useState } from 'react'
import { useSideName, type ViewProps } from '../parts.tsx'
import { pauseOthers } from './one-at-a-time.ts'
import { Unplayable } from './unplayable.tsx'

/** A video, streamed from storage: only played parts are loaded. */
export function VideoView({ side }: ViewProps) {
  const name = useSideName()(side)
  const [failed, setFailed] = useState(false)
  if (failed) return <Unplayable side={side} />
  return (
    <div className="grid h-full min-h-52 place-items-center bg-sunk">
      {/* biome-ignore lint/a11y/useMediaCaption: captions are in the file, or there are none */}
      <video
        // Shows the first frame instead of a black one before playback.
        src={`${side.url}#t=0.01`}
        controls
        playsInline
        preload="metadata"
        aria-label={`${name}, ${side.name}`}
        onPlay={(event) => pauseOthers(event.currentTarget)}
        onError={() => setFailed(true)}
        // A file whose video codec is unsupported would play as a black video.
        onLoadedMetadata={(event) => event.currentTarget.videoWidth === 0 && setFailed(true)}
        className="max-h-[26rem] w-full"
      />
    </div>
  )
}
