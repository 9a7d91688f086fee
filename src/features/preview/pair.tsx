import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { thumbnailUrl } from '../../api/preview.ts'
import { classNames } from '../../lib/class-names.ts'
import type { Family } from '../../lib/families.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Panel } from '../../ui/panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Gate } from './gate.tsx'
import { useImage } from './image/use-image.ts'
import { Lazy } from './lazy.tsx'
import { Caption, Saved } from './parts.tsx'
import { type Side, type Sides, saving } from './sides.ts'
import { ThumbnailView } from './thumbnail-view.tsx'
import { PAIRS, VIEWS } from './views.ts'

export type PairProps = Sides & { id: string; family: Family; narrow: boolean }

/** The result next to its source. Images and fonts have their own comparison views. */
export function Pair(props: PairProps) {
  const { source, result } = props
  const { t } = useLingui()
  const special =
    source?.kind === 'image' && result?.kind === 'image'
      ? PAIRS.image
      : source?.kind === 'font' || result?.kind === 'font'
        ? PAIRS.font
        : null
  const heaviest = [result, source].filter((side) => side?.kind).sort((a, b) => b!.bytes - a!.bytes)[0]
  if (special && heaviest)
    return (
      <Gate side={heaviest} panel>
        <Lazy part={special} given={props} title={t`Preview`} />
      </Gate>
    )
  return <Plain {...props} />
}

type Mode = 'result' | 'source' | 'both'

function Plain(props: PairProps) {
  const { source, result, id, narrow } = props
  const { t } = useLingui()
  const unopened = result !== null && result.kind === null
  const thumbnail = useImage(unopened ? thumbnailUrl(id) : null)
  const shown = [source, result].filter(
    (side): side is Side =>
      side !== null && (side.kind !== null || (side === result && thumbnail.state === 'ready')),
  )
  const percent = saving(props)
  const wide = useMedia('(min-width: 64rem)') && !narrow
  const [chosen, setChosen] = useState<Mode | null>(null)
  const two = shown.length > 1
  const mode = chosen === 'both' && !wide ? 'result' : (chosen ?? (wide ? 'both' : 'result'))
  const sides = two && mode !== 'both' ? shown.filter(({ which }) => which === mode) : shown
  const options = [
    { value: 'result' as const, label: t`Result` },
    { value: 'source' as const, label: t`Original` },
    ...(wide ? [{ value: 'both' as const, label: t`Both` }] : []),
  ]
  // Two audio files are compared along one time axis.
  const stacked = sides.every(({ kind }) => kind === 'audio')
  const format = unopened && thumbnail.state === 'failed' ? formatLabel(result.format) : null
  // Skips an empty panel.
  if (shown.length === 0) return null
  return (
    <Panel
      title={t`Preview`}
      flush
      actions={two && <Segmented label={t`View`} options={options} value={mode} onChange={setChosen} />}
    >
      {format && (
        <p className="border-b border-line px-4 py-2 text-small text-ink-soft">
          {t`Browsers can’t display ${format}, so the original is shown.`}
        </p>
      )}
      <div
        className={classNames(
          'grid divide-line',
          sides.length > 1 && (stacked ? 'divide-y' : 'grid-cols-2 divide-x'),
        )}
      >
        {sides.map((side) => (
          <figure key={side.which} className="flex min-w-0 flex-col">
            <div className="min-w-0 grow">
              <View side={side} id={id} />
            </div>
            <figcaption className="border-t border-line px-4 py-2.5">
              <Caption side={side}>{side.which === 'result' && <Saved percent={percent} />}</Caption>
            </figcaption>
          </figure>
        ))}
      </div>
    </Panel>
  )
}

/** A single file of any preview type except fonts. */
export function View({ side, id }: { side: Side; id: string }) {
  if (side.kind === null) return <ThumbnailView side={side} id={id} />
  if (side.kind === 'font') return null
  return (
    <Gate side={side}>
      <Lazy part={VIEWS[side.kind]} given={{ side, id }} />
    </Gate>
  )
}
