import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formatNumber } from '../../../lib/format-number.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { PairProps } from '../pair.tsx'
import { Caption, Saved, Waiting, Word } from '../parts.tsx'
import { type Side, saving } from '../sides.ts'
import { ImageStage } from './image-stage.tsx'
import { ImageView } from './image-view.tsx'
import { type Loaded, useImage } from './use-image.ts'
import { sameShape } from './view-math.ts'

/** Before and after: stacked with a divider, or side by side if their shapes differ. */
export function ImagePair(props: PairProps) {
  const { t } = useLingui()
  const source = props.source as Side
  const result = props.result as Side
  const before = useImage(source.url)
  const after = useImage(result.url)
  const [mode, setMode] = useState<'over' | 'beside'>('over')
  const { name } = source
  const loading = before.state === 'loading' || after.state === 'loading'
  const alike = before.state === 'ready' && after.state === 'ready' && sameShape(before, after)
  const shown = before.state === 'failed' && !loading ? [result] : [source, result]

  return (
    <Panel
      title={t`Preview`}
      flush
      className="@container"
      actions={
        alike && (
          <Segmented
            label={t`Comparison mode`}
            options={[
              { value: 'over', label: t`Overlay` },
              { value: 'beside', label: t`Side by side` },
            ]}
            value={mode}
            onChange={setMode}
          />
        )
      }
    >
      {loading ? (
        <div className="px-4">
          <Waiting />
        </div>
      ) : alike && mode === 'over' ? (
        <div className="@container">
          <ImageStage
            layers={[
              { src: source.url, alt: t`${name}, original`, label: t`Original` },
              { src: result.url, alt: t`${name}, result`, label: t`Result` },
            ]}
            size={after}
          />
        </div>
      ) : (
        <div
          className={shown.length > 1 ? 'grid divide-line @max-lg:divide-y @lg:grid-cols-2 @lg:divide-x' : ''}
        >
          {shown.map((side) => (
            <ImageView key={side.which} side={side} id={props.id} beside />
          ))}
        </div>
      )}
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-2.5">
        <Caption side={source}>
          <Pixels of={before} />
        </Caption>
        <Caption side={result}>
          <Pixels of={after} />
          <Saved percent={saving(props)} />
        </Caption>
      </div>
    </Panel>
  )
}

/** "4,032 × 3,024" */
function Pixels({ of }: { of: Loaded }) {
  const { i18n } = useLingui()
  if (of.state !== 'ready') return null
  return (
    <Word>
      {formatNumber(of.width, i18n.locale)} × {formatNumber(of.height, i18n.locale)}
    </Word>
  )
}
