import { Trans, useLingui } from '@lingui/react/macro'
import { EraserIcon, KeyboardIcon, type LucideIcon, PenLineIcon, QrCodeIcon, UploadIcon } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { SignatureMark } from '../../../api/public-signing.ts'
import { classNames } from '../../../lib/class-names.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { tab } from '../../../ui/tab-variant.ts'
import { TextButton } from '../../../ui/text-button.tsx'
import { Drawing } from './drawing.tsx'
import { OtherDevice } from './other-device.tsx'
import { PadButton } from './pad-button.tsx'
import { asPng, inked } from './signature-image.ts'
import { Typed } from './typed.tsx'
import { Uploaded } from './uploaded.tsx'

type Way = 'drawn' | 'typed' | 'uploaded'
const WAYS: readonly (readonly [Way, LucideIcon])[] = [
  ['drawn', PenLineIcon],
  ['typed', KeyboardIcon],
  ['uploaded', UploadIcon],
]
const wayOf = (mark: SignatureMark | null): Way => {
  if (!mark || mark.how === 'device') return 'drawn'
  return mark.how
}

type SignatureMakerProps = {
  kind: 'signature' | 'initials'
  name: string
  token: string
  mark: SignatureMark | null
  onMade: (mark: SignatureMark | null) => void
  /** Whether the drawing is still being encoded: `onMade` follows. */
  onMaking: (is: boolean) => void
}

/** A signature is drawn, typed or uploaded, and becomes one small image. */
export function SignatureMaker({ kind, name, token, mark, onMade, onMaking }: SignatureMakerProps) {
  const { t } = useLingui()
  const group = useId()
  const [way, setWay] = useState<Way>(() => wayOf(mark))
  // The last result of each method, kept while another method is tried.
  const made = useRef<Partial<Record<Way, SignatureMark | null>>>({ [wayOf(mark)]: mark })
  const [kept, setSaved] = useState(way === 'typed' ? null : mark)
  const [elsewhere, setElsewhere] = useState(false)
  const words: Record<Way, string> = { drawn: t`Draw`, typed: t`Type`, uploaded: t`Upload` }

  const latest = useLatest({ onMade, onMaking })
  const turn = useRef(0)
  useEffect(() => () => void turn.current++, [])
  const make = useCallback(
    async (to: Way, how: SignatureMark['how'], canvas: HTMLCanvasElement | null, text = '') => {
      const mine = ++turn.current
      latest.current.onMaking(true)
      try {
        const ink = canvas && inked(canvas)
        const now = ink ? { how, picture: await asPng(ink), text } : null
        // A later one is pending, or already shown.
        if (mine !== turn.current) return
        made.current[to] = now
        latest.current.onMade(now)
      } finally {
        if (mine === turn.current) latest.current.onMaking(false)
      }
    },
    [],
  )
  /** Discards the pending one. */
  function stop() {
    turn.current++
    onMaking(false)
  }
  function choose(next: Way) {
    stop()
    setWay(next)
    setElsewhere(false)
    const previous = made.current[next] ?? null
    setSaved(next === 'typed' ? null : previous)
    onMade(previous)
  }
  function clear() {
    made.current[way] = null
    setSaved(null)
    onMade(null)
  }
  const onTyping = useCallback(() => latest.current.onMaking(true), [])
  const onTyped = useCallback(
    (canvas: HTMLCanvasElement | null, text: string) => void make('typed', 'typed', canvas, text),
    [make],
  )
  const mine = kind === 'initials' ? t`Your initials` : t`Your signature`

  return (
    <div className="grid gap-3">
      <fieldset className="relative flex overflow-x-auto overflow-y-clip border-b border-line-strong pt-0.5">
        <legend className="sr-only">{t`Method`}</legend>
        {WAYS.map(([one, Icon]) => (
          <label
            key={one}
            data-active={way === one ? '' : undefined}
            className={classNames(tab, 'has-focus-visible:focus-inset has-focus-visible:outline-2')}
          >
            <input
              type="radio"
              name={group}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={way === one}
              onChange={() => choose(one)}
            />
            <Icon className={way === one ? 'text-accent' : undefined} />
            {words[one]}
          </label>
        ))}
      </fieldset>
      {elsewhere ? (
        <OtherDevice
          token={token}
          kind={kind}
          onImage={(image) => {
            const drawn: SignatureMark = { how: 'device', picture: image, text: '' }
            stop()
            made.current.drawn = drawn
            setSaved(drawn)
            setElsewhere(false)
            onMade(drawn)
          }}
          onBack={() => setElsewhere(false)}
        />
      ) : (
        <>
          {way !== 'typed' && kept && <MadeMark mark={kept} name={name} label={mine} onClear={clear} />}
          {way === 'drawn' && !kept && (
            <Drawing name={name} onDrawn={(canvas) => void make('drawn', 'drawn', canvas)} />
          )}
          {way === 'typed' && (
            <Typed
              kind={kind}
              name={name}
              initial={made.current.typed?.text}
              onTyping={onTyping}
              onTyped={onTyped}
            />
          )}
          {way === 'uploaded' && !kept && (
            <Uploaded
              onCanvas={async (canvas) => {
                await make('uploaded', 'uploaded', canvas)
                setSaved(made.current.uploaded ?? null)
              }}
            />
          )}
        </>
      )}
      <p role="status" className="sr-only">
        {mark ? t`Ready to use.` : ''}
      </p>
      {way === 'drawn' && !elsewhere && (
        <p className="flex items-center justify-center gap-2 text-ink-soft">
          <QrCodeIcon />
          <TextButton onClick={() => setElsewhere(true)}>
            <Trans>Sign on another device</Trans>
          </TextButton>
        </p>
      )}
    </div>
  )
}

type MarkProps = { mark: SignatureMark; name: string; label: string; onClear: () => void }

/** An existing signature, in place of the pad. */
function MadeMark({ mark, name, label, onClear }: MarkProps) {
  const { t } = useLingui()
  return (
    <div className="relative h-40 rounded-control border border-control bg-paper">
      <img
        src={`data:image/png;base64,${mark.picture}`}
        alt={label}
        className="absolute inset-x-6 top-4 bottom-8 m-auto max-h-28 max-w-[calc(100%-3rem)] object-contain"
      />
      <bdi className="absolute start-6 end-6 bottom-1.5 truncate text-small text-paper-ink-soft">{name}</bdi>
      <span className="absolute end-1 top-1">
        <PadButton name={t`Replace`} icon={EraserIcon} off={false} onPress={onClear} />
      </span>
    </div>
  )
}
