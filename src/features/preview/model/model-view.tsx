import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useFileBytes } from '../../../api/preview.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { useSideName, type ViewProps, Waiting } from '../parts.tsx'
import { Trouble } from '../trouble.tsx'
import { loadModel } from './load-model.ts'
import { ModelBar } from './model-bar.tsx'
import { Otherwise } from './otherwise.tsx'
import { hasWebGl, type Measures, Stage } from './stage.ts'

const STEP = Math.PI / 12

/** A model on a turntable, rotated by pointer or keyboard. */
export function ModelView({ side, id }: ViewProps) {
  const [able] = useState(hasWebGl)
  const [failed, setFailed] = useState(false)
  const { data, error, refetch } = useFileBytes(able ? side.url : null)
  if (!able || failed) return <Otherwise side={side} id={id} able={able} />
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="px-4">
        <Waiting />
      </div>
    )
  return <Turntable side={side} bytes={data} onFail={() => setFailed(true)} />
}

type TurntableProps = { side: ViewProps['side']; bytes: ArrayBuffer; onFail: () => void }

function Turntable({ side, bytes, onFail }: TurntableProps) {
  const { t, i18n } = useLingui()
  const name = useSideName()(side)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const box = useRef<HTMLDivElement>(null)
  const [stage, setStage] = useState<Stage | null>(null)
  const [measures, setMeasures] = useState<Measures | null>(null)
  const [turning, setTurning] = useState(!still)
  const [wire, setWire] = useState(false)
  const [zUp, setZUp] = useState(side.zUp)
  const [dark, setDark] = useState(() => document.documentElement.dataset.theme === 'dark')
  const fail = useLatest(onFail)

  useEffect(() => {
    if (!box.current) return
    let gone = false
    let own: Stage | null = null
    const draw = async () => {
      const model = await loadModel(side.format, bytes)
      if (gone || !box.current) return
      own = new Stage(box.current, setTurning)
      const found = own.show(model)
      if (found.vertices === 0) throw new Error('There is nothing in it.')
      setMeasures(found)
      setStage(own)
    }
    draw().catch(() => !gone && fail.current())
    return () => {
      gone = true
      setStage(null)
      own?.dispose()
    }
  }, [side.format, bytes])
  useEffect(() => stage?.turn(turning), [stage, turning])
  useEffect(() => stage?.wireframe(wire), [stage, wire])
  useEffect(() => stage?.upright(zUp), [stage, zUp])

  const keys: Record<string, () => void> = {
    arrowleft: () => stage?.rotate(-STEP, 0),
    arrowright: () => stage?.rotate(STEP, 0),
    arrowup: () => stage?.rotate(0, STEP),
    arrowdown: () => stage?.rotate(0, -STEP),
    '+': () => stage?.zoom(0.85),
    '=': () => stage?.zoom(0.85),
    '-': () => stage?.zoom(1 / 0.85),
    '0': () => stage?.home(),
  }
  const number = (value: number) => formatNumber(value, i18n.locale)
  const triangles = measures?.triangles ?? 0
  const points = measures?.vertices ?? 0
  return (
    <>
      <div className={classNames('relative', dark ? 'bg-paper-ink' : 'bg-paper-line')}>
        <div
          ref={box}
          role="img"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys turn the model
          tabIndex={0}
          aria-label={t`${name}: model ${side.name}. Arrow keys rotate, plus and minus zoom.`}
          data-model={stage ? 'drawn' : 'waiting'}
          onKeyDown={(event) => {
            const act = keys[event.key.toLowerCase()]
            if (!act || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            setTurning(false)
            act()
          }}
          onPointerDown={() => setTurning(false)}
          className="h-[min(24rem,60vh)] cursor-grab overflow-hidden focus-visible:focus-inset active:cursor-grabbing"
        />
        <ModelBar
          turning={turning}
          onTurning={setTurning}
          wire={wire}
          onWire={setWire}
          zUp={zUp}
          onZUp={setZUp}
          dark={dark}
          onDark={setDark}
          onHome={() => stage?.home()}
        />
      </div>
      <p className="flex min-h-9 flex-wrap gap-x-4 border-t border-line px-4 py-2 text-small text-ink-soft">
        {measures && (
          <>
            <span>{measures.size.map((length) => number(round(length))).join(' × ')}</span>
            <span>
              {triangles > 0
                ? t({ message: plural(triangles, { one: '# triangle', other: '# triangles' }) })
                : t({ message: plural(points, { one: '# point', other: '# points' }) })}
            </span>
          </>
        )}
      </p>
    </>
  )
}

/** Three significant digits, for any unit: 0.0123, 12.3, 1230. */
const round = (length: number) => Number(length.toPrecision(3))
