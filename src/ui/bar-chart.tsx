import { type KeyboardEvent, type MouseEvent, memo, useRef, useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import { countTicks, namedBars } from './bar-scale.ts'
import type { Family } from './family.ts'

export type Bar = {
  key: string
  /**
   * From bottom to top. The class of a series without a family sets its color or pattern and its
   * minimum height.
   */
  parts: readonly ({ count: number } & ({ family: Family } | { series: string; className: string }))[]
  total: number
  /** The value of the previous period: a tick across the bar. */
  before?: number
}

type BarChartProps = {
  /** What the chart shows, and which keys move in it. */
  label: string
  bars: readonly Bar[]
  /** The labels below the bars; only some fit. */
  names: readonly string[]
  active: number | null
  onActive: (index: number | null) => void
  /** Enter. */
  onOpen: (index: number) => void
  /** Whether a click also opens a bar; otherwise it only selects it. */
  opensOnClick?: boolean
  /** Bars that other content on the page refers to. */
  selected?: (index: number) => boolean
  /** The active bar as a sentence, announced during keyboard navigation. */
  says: string
  number: (value: number) => string
}

/**
 * A bar chart of counts over time, stacked by family or another series. It shows no numbers: the
 * parent displays those of the active bar.
 */
export function BarChart({
  label,
  bars,
  names,
  active,
  onActive,
  onOpen,
  opensOnClick = false,
  selected,
  says,
  number,
}: BarChartProps) {
  const plot = useRef<HTMLDivElement>(null)
  const [pinned, setPinned] = useState<number | null>(null)
  const ticks = countTicks(Math.max(0, ...bars.map(({ total, before = 0 }) => Math.max(total, before))))
  const most = ticks.at(-1) ?? 1

  const pin = (index: number | null) => {
    setPinned(index)
    onActive(index)
  }
  const under = ({ clientX }: MouseEvent): number => {
    const box = plot.current?.getBoundingClientRect()
    if (!box) return 0
    const share = (clientX - box.left) / box.width
    const at = isRtl(plot.current) ? 1 - share : share
    return Math.min(bars.length - 1, Math.max(0, Math.floor(at * bars.length)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = active ?? bars.length - 1
    const forward = isRtl(plot.current) ? 'ArrowLeft' : 'ArrowRight'
    const moves: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at - 1,
      Home: 0,
      End: bars.length - 1,
    }
    moves[forward] = at + 1
    const to = moves[event.key]
    if (to !== undefined) pin(Math.min(bars.length - 1, Math.max(0, to)))
    else if (event.key === 'Enter') onOpen(at)
    else if (event.key === 'Escape' && active !== null) pin(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-micro text-ink-faint">
      <div aria-hidden="true" className="relative h-40 text-end">
        <span className="invisible">{number(most)}</span>
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute end-0 translate-y-1/2"
            style={{ bottom: percent(tick / most) }}
          >
            {number(tick)}
          </span>
        ))}
      </div>
      <div
        ref={plot}
        role="application"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from bar to bar
        tabIndex={0}
        className={classNames('relative h-40 touch-pan-y rounded-mark', opensOnClick && 'cursor-pointer')}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => {
          if (pinned === null && currentTarget.matches(':focus-visible')) pin(bars.length - 1)
        }}
        onBlur={() => pin(null)}
        onPointerDown={(event) => pin(under(event))}
        onPointerMove={(event) => onActive(under(event))}
        onPointerLeave={() => onActive(pinned)}
        onClick={(event) => opensOnClick && onOpen(under(event))}
      >
        {ticks.map((tick) => (
          <span
            key={tick}
            className={classNames(
              'absolute inset-x-0 border-t',
              tick === 0 ? 'border-line-strong' : 'border-line',
            )}
            style={{ bottom: percent(tick / most) }}
          />
        ))}
        {selected &&
          bars.map(
            ({ key }, index) =>
              selected(index) && (
                <span
                  key={key}
                  className="absolute inset-y-0 border-t-2 border-accent bg-accent-tint"
                  style={placeOf(index, bars.length)}
                />
              ),
          )}
        {active !== null && (
          <span
            className="absolute inset-y-0 border border-accent bg-accent-tint"
            style={placeOf(active, bars.length)}
          />
        )}
        <Bars bars={bars} most={most} />
        <span aria-live="polite" className="sr-only">
          {pinned !== null && pinned === active && says}
        </span>
      </div>
      <div aria-hidden="true" className="relative col-start-2 mt-1 h-4">
        {namedBars(bars.length).map((index) => (
          <span
            key={index}
            className="absolute whitespace-nowrap not-first:not-last:-translate-x-1/2 last:not-first:end-0 rtl:not-first:not-last:translate-x-1/2 max-sm:even:hidden"
            style={
              index === bars.length - 1 && index > 0
                ? undefined
                : { insetInlineStart: percent(index === 0 ? 0 : (index + 0.5) / bars.length) }
            }
          >
            {names[index]}
          </span>
        ))}
      </div>
    </div>
  )
}

/** Up to ninety bars, memoized so that pointer moves do not re-render them. */
const Bars = memo(function Bars({ bars, most }: { bars: readonly Bar[]; most: number }) {
  const inset = bars.length > 60 ? 'inset-x-[8%]' : 'inset-x-[14%]'
  return bars.map(({ key, parts, total, before = 0 }, index) => (
    <span key={key} className="absolute inset-y-0" style={placeOf(index, bars.length)}>
      {total > 0 && (
        <span
          className={classNames('absolute bottom-0 flex flex-col-reverse gap-px', inset)}
          style={{ height: percent(total / most) }}
        >
          {parts.map((part) => part.count > 0 && <Part key={nameOf(part)} part={part} />)}
        </span>
      )}
      {before > 0 && (
        <span
          className="absolute inset-x-[4%] h-0.5 translate-y-1/2 bg-ink ring-1 ring-surface"
          style={{ bottom: percent(before / most) }}
        />
      )}
    </span>
  ))
})

const nameOf = (part: Bar['parts'][number]) => ('family' in part ? part.family : part.series)

function Part({ part }: { part: Bar['parts'][number] }) {
  const [family, className] =
    'family' in part ? [part.family, 'min-h-px bg-(--family)'] : [undefined, part.className]
  return (
    <span
      data-family={family}
      className={classNames('basis-0', className)}
      style={{ flexGrow: part.count }}
    />
  )
}

const placeOf = (index: number, count: number) => ({
  insetInlineStart: percent(index / count),
  width: percent(1 / count),
})

const percent = (share: number) => `${100 * share}%`

const isRtl = (element: Element | null) => element !== null && getComputedStyle(element).direction === 'rtl'
