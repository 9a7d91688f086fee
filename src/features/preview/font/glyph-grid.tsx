import { useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { useRoom } from '../../../lib/use-room.ts'
import { codeOf, type Glyph } from './glyphs.ts'
import { type Setting, styleOf } from './setting.ts'

const CELL = 52

type GlyphGridProps = {
  glyphs: readonly Glyph[]
  family: string | null
  setting: Setting
  chosen: number | null
  onChoose: (id: number) => void
}

/** A grid of glyphs that mounts only visible rows. One tab stop; the arrow keys select. */
export function GlyphGrid({ glyphs, family, setting, chosen, onChoose }: GlyphGridProps) {
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const { width } = useRoom(scroller)
  const id = useId()
  const columns = Math.max(1, Math.floor(width / CELL))
  const rows = useVirtualizer({
    count: Math.ceil(glyphs.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => CELL,
    overscan: 3,
  })
  const at = glyphs.findIndex((glyph) => glyph.id === chosen)
  // A filtered list starts at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list of glyphs scrolls back
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [glyphs.length])

  function onKeyDown(event: KeyboardEvent) {
    const step = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: 5 * columns,
      PageUp: -5 * columns,
      Home: -glyphs.length,
      End: glyphs.length,
    }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(glyphs.length - 1, Math.max(0, Math.max(0, at) + step))
    const glyph = glyphs[next]
    if (glyph) onChoose(glyph.id)
    rows.scrollToIndex(Math.floor(next / columns))
  }
  const style = family ? styleOf(family, setting) : undefined
  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      dir="ltr"
      aria-label={t`Glyphs`}
      aria-activedescendant={at >= 0 ? `${id}-${glyphs[at]?.id}` : undefined}
      onKeyDown={onKeyDown}
      className="h-96 overflow-y-auto focus-visible:focus-inset"
    >
      <div role="presentation" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index: row, start }) => (
          <div
            key={row}
            role="presentation"
            className="absolute inset-x-0 top-0 grid"
            style={{
              transform: `translateY(${start}px)`,
              height: CELL,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {glyphs.slice(row * columns, (row + 1) * columns).map((glyph, column) => (
              <Cell
                key={glyph.id}
                glyph={glyph}
                id={`${id}-${glyph.id}`}
                place={row * columns + column + 1}
                of={glyphs.length}
                style={style}
                chosen={glyph.id === chosen}
                onChoose={onChoose}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

type CellProps = {
  glyph: Glyph
  id: string
  place: number
  of: number
  style: CSSProperties | undefined
  chosen: boolean
  onChoose: (id: number) => void
}

function Cell({ glyph, id, place, of, style, chosen, onChoose }: CellProps) {
  const { unicode, name } = glyph
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list's own keys choose
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      aria-posinset={place}
      aria-setsize={of}
      aria-label={unicode === null ? name : `${name}, ${codeOf(unicode)}`}
      title={name}
      onClick={() => onChoose(glyph.id)}
      className={classNames(
        'grid cursor-default place-items-center overflow-hidden border-e border-b border-line',
        chosen ? 'bg-accent-tint text-accent inset-ring-2 inset-ring-accent' : 'hover:bg-hover',
      )}
    >
      {unicode !== null && style ? (
        <span className="text-[1.625rem]/none whitespace-pre" style={style}>
          {String.fromCodePoint(unicode)}
        </span>
      ) : (
        // It has no code point, so a page cannot render it alone.
        <span className="mono w-full truncate px-1 text-center text-micro text-ink-soft" translate="no">
          {unicode === null ? name : codeOf(unicode)}
        </span>
      )}
    </div>
  )
}
