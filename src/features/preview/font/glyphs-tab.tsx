import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FontFacts } from '../../../api/preview.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { SearchInput } from '../../../ui/search-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { GlyphDetails } from './glyph-details.tsx'
import { GlyphGrid } from './glyph-grid.tsx'
import { filterGlyphs, type Glyph } from './glyphs.ts'
import type { Setting } from './setting.ts'

type GlyphsTabProps = {
  facts: FontFacts
  /** The CSS family name; null if the font cannot be rendered. */
  family: string | null
  setting: Setting
  block: string
  onBlock: (block: string) => void
}

/** All glyphs, with the details of the selected one. */
export function GlyphsTab({ facts, family, setting, block, onBlock }: GlyphsTabProps) {
  const { t, i18n } = useLingui()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const number = (value: number) => formatNumber(value, i18n.locale)
  const glyphs = filterGlyphs(
    facts.glyphs,
    text,
    facts.blocks.find(({ name }) => name === block),
  )
  const glyph = glyphs.find(({ id }) => id === chosen) ?? glyphs.find(isLetter) ?? glyphs[0]
  const count = number(glyphs.length)
  const left = number(facts.glyphs_left_out)
  return (
    <div className="grid @2xl:grid-cols-[minmax(0,1fr)_248px]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5">
          <div className="min-w-32 flex-1">
            <SearchInput
              label={t`Find a glyph`}
              value={text}
              onChange={setText}
              placeholder={t`A, alpha, U+0041`}
            />
          </div>
          {facts.blocks.length > 1 && (
            <Select
              label={t`Unicode block`}
              size={28}
              className="max-w-44 text-small"
              options={[
                { value: '', label: t`All blocks` },
                ...facts.blocks.map(({ name }) => ({ value: name, label: name })),
              ]}
              value={block}
              onChange={onBlock}
            />
          )}
          <span aria-live="polite" className="text-small text-ink-soft">
            {glyphs.length === 1 ? t`1 glyph` : t`${count} glyphs`}
          </span>
        </div>
        {glyphs.length === 0 ? (
          <p className="px-4 py-12 text-center text-ink-soft">{t`No matching glyphs.`}</p>
        ) : (
          <GlyphGrid
            glyphs={glyphs}
            family={family}
            setting={setting}
            chosen={glyph?.id ?? null}
            onChoose={setChosen}
          />
        )}
        {facts.glyphs_left_out > 0 && (
          <p className="border-t border-line px-4 py-2 text-small text-ink-soft">{t`${left} more glyphs not listed.`}</p>
        )}
      </div>
      {glyph && <GlyphDetails glyph={glyph} facts={facts} family={family} setting={setting} />}
    </div>
  )
}

/** A letter is more characteristic than the space before it. */
const isLetter = ({ unicode }: Glyph) => unicode !== null && /\p{L}/u.test(String.fromCodePoint(unicode))
