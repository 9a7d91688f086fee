import { useState } from 'react'
import { classNames } from '../lib/class-names.ts'

type AvatarProps = { name: string; size?: 24 | 32 | 40 | 64 } & (
  | {
      kind: 'person'
      /**
       * The profile picture. The initials are shown until it is loaded, and if it fails to load.
       */
      src?: string | null | undefined
    }
  | { kind: 'recipient'; who: 1 | 2 | 3 | 4 | 5 | 6 }
  | { kind: 'business'; colour?: string }
)

const sizes = {
  24: 'size-6 text-micro',
  32: 'size-8 text-small',
  40: 'size-10 text-body',
  64: 'size-16 text-title',
}

/** Full class names, because Tailwind only finds literals in the source. */
const whos = {
  1: 'border-who-1 bg-who-1-tint text-who-1',
  2: 'border-who-2 bg-who-2-tint text-who-2',
  3: 'border-who-3 bg-who-3-tint text-who-3',
  4: 'border-who-4 bg-who-4-tint text-who-4',
  5: 'border-who-5 bg-who-5-tint text-who-5',
  6: 'border-who-6 bg-who-6-tint text-who-6',
}

/**
 * A square with initials or a profile picture. Hidden from screen readers, because the name is next
 * to it.
 */
export function Avatar(props: AvatarProps) {
  const { name, kind, size = 24 } = props
  const words = name.trim().split(/\s+/)
  const letter = (word = '') => Array.from(word)[0]?.toLocaleUpperCase() ?? ''
  const initials =
    kind === 'business' ? letter(words[0]) : letter(words[0]) + (words.length > 1 ? letter(words.at(-1)) : '')
  const src = kind === 'person' ? props.src : null
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative inline-grid flex-none overflow-hidden place-items-center rounded-control font-strong',
        sizes[size],
        kind === 'person' && 'bg-ink text-surface',
        kind === 'recipient' && `border ${whos[props.who]}`,
        kind === 'business' &&
          (size === 24 ? 'title bg-paper-ink text-paper' : 'title bg-paper-ink text-lead text-paper'),
      )}
      style={kind === 'business' && props.colour ? { backgroundColor: props.colour } : undefined}
    >
      {initials}
      {src && <Picture key={src} src={src} />}
    </span>
  )
}

function Picture({ src }: { src: string }) {
  const [state, setState] = useState<'coming' | 'there' | 'gone'>('coming')
  if (state === 'gone') return null
  return (
    <img
      src={src}
      alt=""
      decoding="async"
      onLoad={() => setState('there')}
      onError={() => setState('gone')}
      className={classNames('absolute inset-0 size-full object-cover', state === 'coming' && 'invisible')}
    />
  )
}
