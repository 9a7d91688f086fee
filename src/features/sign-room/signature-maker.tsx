import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import type { SignatureMark } from '../../api/public-signing.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Drawing } from './drawing.tsx'
import { asPng, fromFile, inked, written } from './picture.ts'

type Way = 'drawn' | 'typed' | 'uploaded'
const WAYS: readonly Way[] = ['drawn', 'typed', 'uploaded']

type SignatureMakerProps = {
  kind: 'signature' | 'initials'
  name: string
  mark: SignatureMark | null
  onMade: (mark: SignatureMark) => void
}

const HAND = "italic 'Newsreader Variable', 'Segoe Script', 'Snell Roundhand', cursive"
const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()

/** A signature is drawn, typed, or taken from a file; whichever way, it becomes one small picture. */
export function SignatureMaker({ kind, name, mark, onMade }: SignatureMakerProps) {
  const { t } = useLingui()
  const group = useId()
  const [way, setWay] = useState<Way>('drawn')
  const [typed, setTyped] = useState(kind === 'initials' ? initialsOf(name) : name)
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const words: Record<Way, string> = { drawn: t`Draw`, typed: t`Type`, uploaded: t`From a file` }

  async function make(how: Way, canvas: HTMLCanvasElement | null, text = '') {
    const ink = canvas && inked(canvas)
    if (!ink) return
    onMade({ how, picture: await asPng(ink), text })
  }
  async function take(file: File | undefined) {
    setProblem(null)
    if (!file) return
    try {
      const canvas = await fromFile(file)
      if (canvas) await make('uploaded', canvas)
      else
        setProblem(t`There is no signature to be seen in this picture. Take one of dark ink on white paper.`)
    } catch {
      setProblem(t`This is no picture that can be read here. Take a PNG or JPEG.`)
    }
  }

  return (
    <div className="grid gap-3">
      <fieldset className="flex gap-1 rounded-control border border-line-strong p-0.5">
        <legend className="sr-only">{t`How`}</legend>
        {WAYS.map((one) => (
          <label
            key={one}
            className={classNames(
              'grid min-h-9 flex-1 cursor-pointer place-items-center rounded-mark px-2 touch:min-h-11 has-focus-visible:outline-2',
              way === one ? 'bg-accent-tint font-medium' : 'text-ink-soft',
            )}
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={way === one}
              onChange={() => setWay(one)}
            />
            {words[one]}
          </label>
        ))}
      </fieldset>
      {way === 'drawn' && <Drawing onDrawn={(canvas) => void make('drawn', canvas)} />}
      {way === 'typed' && (
        <>
          <Field label={kind === 'initials' ? t`Your initials` : t`Your name`}>
            <Input
              size={36}
              value={typed}
              maxLength={120}
              autoComplete="name"
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          <p
            aria-hidden="true"
            className="truncate px-2 text-[2rem]/[1.4]"
            style={{ font: `2rem/1.4 ${HAND}` }}
          >
            {typed}
          </p>
          <Button
            size={36}
            disabled={typed.trim() === ''}
            reason={t`Type something first.`}
            onClick={() => void make('typed', written(typed, HAND.replace('italic ', '')), typed.trim())}
          >
            <Trans>Take this</Trans>
          </Button>
        </>
      )}
      {way === 'uploaded' && (
        <>
          <input
            ref={input}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/webp"
            aria-label={t`Picture of your signature`}
            onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
          />
          <Button size={36} onClick={() => input.current?.click()}>
            <Trans>Choose a picture</Trans>
          </Button>
        </>
      )}
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
      {mark && (
        <p className="flex items-center gap-3 text-ink-soft">
          <img
            src={`data:image/png;base64,${mark.picture}`}
            alt={kind === 'initials' ? t`Your initials` : t`Your signature`}
            className="h-10 max-w-40 rounded-mark bg-paper object-contain px-1"
          />
          <Trans>This is what will stand there.</Trans>
        </p>
      )}
    </div>
  )
}
