import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import './hand.css'
import { written } from './signature-image.ts'

const HAND = "'Caveat Variable', 'Segoe Script', 'Snell Roundhand', cursive"
/** How long to wait for a font before another one is used. */
const PATIENCE_MS = 3000

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()

type TypedProps = {
  kind: 'signature' | 'initials'
  name: string
  initial: string | undefined
  /** The text has changed; `onTyped` follows once its font is loaded. */
  onTyping: () => void
  onTyped: (canvas: HTMLCanvasElement | null, text: string) => void
}

/** A typed name in a script font, for recipients who can't or don't want to draw. */
export function Typed({ kind, name, initial, onTyping, onTyped }: TypedProps) {
  const { t } = useLingui()
  const [text, setText] = useState(initial ?? (kind === 'initials' ? initialsOf(name) : name))
  useEffect(() => {
    let isStopped = false
    onTyping()
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
    const hand = document.fonts.load("96px 'Caveat Variable'", text).catch(() => {})
    void Promise.race([hand, patience]).then(() => {
      if (!isStopped) onTyped(written(text, HAND), text.trim())
    })
    return () => {
      isStopped = true
    }
  }, [text, onTyping, onTyped])
  return (
    <>
      <Field label={kind === 'initials' ? t`Your initials` : t`Your name`}>
        <Input
          size={36}
          value={text}
          maxLength={120}
          autoComplete="name"
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <p
        aria-hidden="true"
        className="flex h-24 items-center overflow-hidden rounded-control border border-line-strong bg-paper px-6 text-[2.75rem] leading-none whitespace-nowrap text-paper-accent"
        style={{ fontFamily: HAND }}
      >
        <bdi className="truncate py-2">{text}</bdi>
      </p>
    </>
  )
}
