import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { FontFacts } from '../../../api/preview.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { FactList } from '../../../ui/fact-list.tsx'

type Level = FontFacts['embedding']['level']

const LEVELS: Record<Level, [tone: Tone, word: MessageDescriptor, means: MessageDescriptor]> = {
  installable: [
    'ok',
    msg`Embedding allowed`,
    msg`Documents may embed this font, and recipients may install it.`,
  ],
  editable: [
    'ok',
    msg`Editable embedding`,
    msg`Documents may embed and edit with this font, but it may not be installed from them.`,
  ],
  preview_and_print: [
    'warn',
    msg`View and print only`,
    msg`Documents may embed this font for viewing and printing, not for editing.`,
  ],
  restricted: ['bad', msg`Embedding restricted`, msg`Embedding requires permission from the font’s owner.`],
}

/** The font's metadata: license, authors, and metrics. */
export function DetailsTab({ facts }: { facts: FontFacts }) {
  const { t, i18n } = useLingui()
  const { embedding, metrics } = facts
  const [tone, word, means] = LEVELS[embedding.level]
  const yes = (on: boolean) => (on ? t`yes` : t`no`)
  const number = (value: number | null) => (value === null ? '–' : formatNumber(value, i18n.locale))
  const bytes = facts.tables.reduce((sum, table) => sum + table.bytes, 0)
  return (
    <div className="grid gap-x-8 gap-y-6 p-4 @lg:grid-cols-2">
      <section className="@lg:col-span-2">
        <h3 className="flex flex-wrap items-center gap-2 font-medium">
          {t`License`} <Badge tone={tone}>{i18n._(word)}</Badge>
        </h3>
        <p className="mt-1 max-w-read text-ink-soft">
          {i18n._(means)} {!embedding.subsetting && t`It must be embedded in full, not as a subset.`}{' '}
          {embedding.bitmaps_only && t`Only its bitmaps may be embedded.`}
        </p>
        <p
          translate="no"
          className="mt-2 max-h-48 max-w-read overflow-y-auto break-words whitespace-pre-wrap"
        >
          {facts.licence ||
            (facts.licence_url ? '' : t`This font contains no license text. Check its source.`)}
        </p>
        <Address url={facts.licence_url} />
        {facts.copyright && (
          <p translate="no" className="mt-2 max-w-read break-words text-small text-ink-soft">
            {facts.copyright}
          </p>
        )}
      </section>
      <List
        title={t`Names`}
        rows={[
          [t`Family`, facts.family],
          [t`Style`, facts.subfamily],
          [t`PostScript name`, facts.postscript_name],
          [t`Version`, facts.version],
          [t`Designer`, facts.designer],
          [t`Manufacturer`, facts.manufacturer],
          [t`Trademark`, facts.trademark],
        ]}
      />
      <List
        title={t`Metrics`}
        rows={[
          [t`Units per em`, number(facts.units_per_em)],
          [t`Ascender`, number(metrics.ascender)],
          [t`Descender`, number(metrics.descender)],
          [t`Line gap`, number(metrics.line_gap)],
          [t`Cap height`, number(metrics.cap_height)],
          [t`x-height`, number(metrics.x_height)],
          [t`Italic angle`, `${number(metrics.italic_angle)}°`],
          [t`Weight`, number(facts.weight)],
          [t`Width`, number(facts.width)],
        ]}
      />
      <List
        title={t`Technical details`}
        rows={[
          [t`Outlines`, OUTLINES[facts.outlines]],
          [t`Hinted`, yes(facts.hinted)],
          [t`Monospaced`, yes(facts.monospaced)],
          [t`Italic`, yes(facts.italic)],
          [t`Color`, facts.colour.join(', ') || t`no`],
          [t`Axes`, facts.axes.map(({ tag, min, max }) => `${tag} ${min} to ${max}`).join(', ') || t`none`],
          [t`Layout features`, [...new Set(facts.features.map(({ tag }) => tag))].join(' ') || t`none`],
        ]}
      />
      <List
        title={t`Tables, ${formatBytes(bytes, i18n.locale)}`}
        rows={[...facts.tables]
          .sort((a, b) => b.bytes - a.bytes)
          .map(({ tag, bytes }) => [tag, formatBytes(bytes, i18n.locale)])}
      />
    </div>
  )
}

const OUTLINES: Record<FontFacts['outlines'], string> = {
  truetype: 'TrueType',
  cff: 'CFF',
  cff2: 'CFF2',
  bitmap: 'Bitmap',
}

/** A URL from the font's metadata, which is untrusted: only http and https become links. */
function Address({ url }: { url: string }) {
  if (!url) return null
  return /^https?:\/\//i.test(url) ? (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      translate="no"
      className="link mt-1 inline-block break-all"
    >
      {url}
    </a>
  ) : (
    <p translate="no" className="mt-1 break-all text-ink-soft">
      {url}
    </p>
  )
}

function List({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  const facts = rows.map(([name, value]) => ({ name, value, own: true }))
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 font-medium">{title}</h3>
      <FactList facts={facts} />
    </section>
  )
}
