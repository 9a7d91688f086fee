import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type FontFacts, useFontInspection } from '../../../api/preview.ts'
import { formatLabel } from '../../../lib/format-label.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Select } from '../../../ui/select.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { isWebFont } from '../kinds.ts'
import type { PairProps } from '../pair.tsx'
import { Caption, Note, Saved, Waiting } from '../parts.tsx'
import { type Side, saving } from '../sides.ts'
import { Trouble } from '../trouble.tsx'
import { CoverageTab } from './coverage-tab.tsx'
import { DetailsTab } from './details-tab.tsx'
import { GlyphsTab } from './glyphs-tab.tsx'
import { AS_IT_IS, type Setting } from './setting.ts'
import { SpecimenTab } from './specimen-tab.tsx'
import { type Face, useFontFace } from './use-font-face.ts'

const TABS = ['specimen', 'glyphs', 'coverage', 'facts'] as const
type Tab = (typeof TABS)[number]

export interface Thumbnail {
  side: Side
  face: Face
}

/** The preview of a font: text samples, glyphs, coverage, and metadata. */
export function FontPage(props: PairProps) {
  const { t } = useLingui()
  const fonts = [props.result, props.source].filter((side): side is Side => side?.kind === 'font')
  const drawable = fonts.filter(({ format }) => isWebFont(format))
  // The metadata is that of the displayed font.
  const shown = drawable[0] ?? fonts[0]
  const { data, error, refetch } = useFontInspection(shown?.key ?? null)
  const first = useFontFace(drawable[0] ?? null)
  const second = useFontFace(drawable[1] ?? null)
  const drawn = drawable.map((side, index) => ({ side, face: index === 0 ? first : second }))
  const [which, setWhich] = useState('0')
  const facts = data?.fonts[Number(which)] ?? data?.fonts[0]
  const unseen = fonts.find(({ which, format }) => which === 'result' && !isWebFont(format))
  const format = unseen && formatLabel(unseen.format)
  return (
    <Panel
      title={facts?.full_name || facts?.family || t`Preview`}
      note={facts && versionOf(facts.version)}
      flush
      className="@container"
      data-family="font"
      actions={
        data &&
        data.fonts.length > 1 && (
          <Select
            label={t`Font in collection`}
            size={28}
            options={data.fonts.map(({ full_name, family }, index) => ({
              value: String(index),
              label: full_name || family || String(index + 1),
            }))}
            value={which}
            onChange={setWhich}
          />
        )
      }
    >
      {format && (
        <p className="border-b border-line px-4 py-2 text-small text-ink-soft">
          {drawn.length > 0
            ? t`Browsers can’t display ${format}, so the original is shown.`
            : t`Browsers can’t display ${format}. Its details are shown instead.`}
        </p>
      )}
      {error ? (
        error.code === 'inspection_failed' || error.code === 'unsupported_source' ? (
          <Note
            title={t`The font could not be analyzed`}
          >{t`It may still work. Try it where you want to use it.`}</Note>
        ) : (
          <Trouble error={error} onRetry={() => void refetch()} />
        )
      ) : facts ? (
        <Sections key={which} facts={facts} drawn={drawn} />
      ) : (
        <div className="px-4">
          <Waiting className="h-96" />
        </div>
      )}
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-2.5">
        {[...fonts].reverse().map((side) => (
          <Caption key={side.which} side={side}>
            {side.which === 'result' && <Saved percent={saving(props)} />}
          </Caption>
        ))}
      </div>
    </Panel>
  )
}

function Sections({ facts, drawn }: { facts: FontFacts; drawn: Thumbnail[] }) {
  const { t } = useLingui()
  const [search, setSearch] = useSearchParams()
  const [setting, setSetting] = useState<Setting>(AS_IT_IS)
  const [block, setBlock] = useState('')
  const requested = search.get('font')
  const tab = TABS.find((name) => name === requested) ?? 'specimen'
  const go = (next: Tab) =>
    setSearch(
      (old) => {
        old.set('font', next)
        return old
      },
      { replace: true, preventScrollReset: true },
    )
  const face = drawn[0]?.face
  const family = face?.state === 'ready' ? face.family : null
  return (
    <Tabs<Tab>
      label={t`Font`}
      value={tab}
      onChange={go}
      tabs={[
        {
          value: 'specimen',
          label: t`Specimen`,
          panel: <SpecimenTab facts={facts} drawn={drawn} setting={setting} onSetting={setSetting} />,
        },
        {
          value: 'glyphs',
          label: t`Glyphs`,
          count: facts.glyph_count,
          panel: (
            <GlyphsTab facts={facts} family={family} setting={setting} block={block} onBlock={setBlock} />
          ),
        },
        {
          value: 'coverage',
          label: t`Coverage`,
          panel: (
            <CoverageTab
              facts={facts}
              onBlock={(next) => {
                setBlock(next)
                go('glyphs')
              }}
            />
          ),
        },
        { value: 'facts', label: t`License and details`, panel: <DetailsTab facts={facts} /> },
      ]}
    />
  )
}

/** Fonts contain "Version 1.002; ttfautohint (v1.8)", or "1.002"; the tool's name is removed. */
const versionOf = (version: string): string =>
  version
    .split(';')[0]!
    .replace(/^version\s*/i, '')
    .trim()
