import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { PauseIcon, PlayIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { fetchBytes } from '../../../api/preview.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useSideName, type ViewProps } from '../parts.tsx'
import { pauseOthers } from './one-at-a-time.ts'
import { clock, mayUnpack, readPeaks } from './peaks.ts'
import { Unplayable } from './unplayable.tsx'
import { Waveform } from './waveform.tsx'

const BARS = 180

/** An audio player with a waveform, which seeks by pointer or keyboard. */
export function AudioView({ side }: ViewProps) {
  const { t } = useLingui()
  const name = useSideName()(side)
  const player = useRef<HTMLAudioElement>(null)
  const [failed, setFailed] = useState(false)
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(Number.NaN)
  const { data: peaks } = useQuery({
    queryKey: ['peaks', side.url],
    queryFn: async ({ signal }) => readPeaks(await fetchBytes(side.url, signal), BARS, signal),
    enabled: mayUnpack(side.bytes, length) && !failed,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    throwOnError: false,
  })
  // The player reports its position four times a second; the line should move smoothly.
  useEffect(() => {
    if (!playing) return
    let frame = requestAnimationFrame(function next() {
      setAt(player.current?.currentTime ?? 0)
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing])

  // Some files have no duration until they are decoded.
  const duration = Number.isFinite(length) && length > 0 ? length : (peaks?.duration ?? 0)
  const toggle = () => {
    const { current } = player
    if (!current) return
    if (current.paused) void current.play().catch(() => setPlaying(false))
    else current.pause()
  }
  if (failed) return <Unplayable side={side} />
  return (
    <div data-family="audio" className="flex h-full items-center gap-3 px-4 py-5">
      {/* biome-ignore lint/a11y/useMediaCaption: a sound that somebody converts has none */}
      <audio
        ref={player}
        src={side.url}
        preload="metadata"
        onPlay={(event) => {
          setPlaying(true)
          pauseOthers(event.currentTarget)
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onDurationChange={(event) => setLength(event.currentTarget.duration)}
        onError={() => setFailed(true)}
      />
      <IconButton
        name={playing ? t`Pause, ${name}` : t`Play, ${name}`}
        icon={playing ? PauseIcon : PlayIcon}
        size={36}
        framed
        onClick={toggle}
      />
      <div className="min-w-0 flex-1">
        <Waveform
          label={t`Seek, ${name}`}
          peaks={peaks?.values ?? null}
          at={at}
          duration={duration}
          onToggle={toggle}
          onSeek={(to) => {
            if (player.current) player.current.currentTime = to
            setAt(to)
          }}
        />
        <p className="mt-1 flex justify-between text-small text-ink-soft">
          <span>{clock(at)}</span>
          <span>{duration > 0 ? clock(duration) : '–'}</span>
        </p>
      </div>
    </div>
  )
}
