import { useLingui } from '@lingui/react/macro'
import type { FontFacts } from '../../../api/preview.ts'
import { FactList } from '../../../ui/fact-list.tsx'
import { codeOf, type Glyph } from './glyphs.ts'
import { type Setting, styleOf } from './setting.ts'

type GlyphDetailsProps = { glyph: Glyph; facts: FontFacts; family: string | null; setting: Setting }

/** The height in pixels of em or line, whichever is larger. */
const HEIGHT = 150

/** A glyph, large between the font's metric lines, and its names. */
export function GlyphDetails({ glyph, facts, family, setting }: GlyphDetailsProps) {
  const { t } = useLingui()
  const { unicode, name, advance, id } = glyph
  const rows = [
    { name: t`Name`, value: name, mono: true },
    { name: t`Unicode`, value: unicode === null ? '' : codeOf(unicode), mono: true },
    { name: t`Advance`, value: String(advance), mono: true },
    { name: t`Glyph`, value: String(id), mono: true },
  ]
  return (
    <aside
      aria-label={t`Selected glyph`}
      className="grid content-start gap-3 border-line p-4 @max-2xl:grid-cols-2 @max-2xl:border-t @2xl:border-s"
    >
      {unicode !== null && family ? (
        <Large glyph={String.fromCodePoint(unicode)} facts={facts} family={family} setting={setting} />
      ) : (
        <p className="grid min-h-40 place-items-center rounded-mark bg-sunk p-4 text-center text-small text-ink-soft">
          {t`No character maps to it. A layout feature inserts it.`}
        </p>
      )}
      <FactList facts={rows} />
    </aside>
  )
}

type LargeProps = { glyph: string; facts: FontFacts; family: string; setting: Setting }

/**
 * The lines are at the font's metrics; SVG positions the glyph on the baseline without a line box.
 */
function Large({ glyph, facts, family, setting }: LargeProps) {
  const { units_per_em: em, metrics } = facts
  const { ascender, descender, x_height, cap_height } = metrics
  const top = Math.max(ascender, em * 0.8)
  const height = top - Math.min(descender, -em * 0.2)
  const y = (value: number) => ((top - value) / height) * HEIGHT
  const lines = [ascender, cap_height, x_height, 0, descender].filter((value) => value !== null)
  return (
    <svg
      viewBox={`0 0 216 ${HEIGHT}`}
      aria-hidden="true"
      className="w-full rounded-mark bg-sunk text-line-strong"
    >
      {lines.map((value, index) => (
        <line
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be at one height
          key={index}
          x1="0"
          x2="216"
          y1={y(value)}
          y2={y(value)}
          stroke="currentColor"
          strokeWidth={value === 0 ? 1.5 : 1}
          strokeDasharray={value === 0 ? undefined : '2 3'}
        />
      ))}
      <text
        x="108"
        y={y(0)}
        textAnchor="middle"
        className="fill-ink"
        style={{ ...styleOf(family, setting), fontSize: (em / height) * HEIGHT, whiteSpace: 'pre' }}
      >
        {glyph}
      </text>
    </svg>
  )
}
