import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { classNames } from '../lib/class-names.ts'
import { useFastScroll } from './use-fast-scroll.ts'

export type VirtualListProps<T> = {
  items: readonly T[]
  keyOf: (item: T, index: number) => string
  /** Fixed: every row of a kind has the same height. */
  heightOf: (item: T, index: number) => number
  /** A heading that is sticky until the next one. */
  isHeading?: (item: T) => boolean
  children: (item: T, index: number) => ReactNode
  /**
   * A cheap form of an item, rendered while fast scrolling drops frames; null renders the item
   * itself.
   */
  sketch?: (item: T) => ReactNode
  /** Scrolls to an item that may not be mounted yet. */
  reveal?: RefObject<((index: number) => void) | null>
  /** Called near the end of the loaded items, to load more. */
  onNearEnd?: () => void
  label: string
  /** Whether its items are a Table's rows. */
  rows?: boolean
  className?: string
}

/** A list of any length that mounts only visible rows. It scrolls itself; give it a height. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, keyOf, heightOf, isHeading, children, sketch, onNearEnd, label, rows, reveal, className } =
    props
  const scroller = useRef<HTMLDivElement>(null)
  const heading = useRef(-1)

  // Memoized: a new key function makes the library measure all rows again.
  const layout = useMemo(
    () => ({
      sizes: items.map(heightOf),
      keys: items.map(keyOf),
      headings: items.flatMap((item, index) => (isHeading?.(item) ? [index] : [])),
    }),
    [items, heightOf, keyOf, isHeading],
  )
  const estimateSize = useCallback((index: number) => layout.sizes[index]!, [layout])
  const getItemKey = useCallback((index: number) => layout.keys[index]!, [layout])

  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: 1,
    // The first render includes the rows: after a measurement they would render in one task, which
    // blocks input.
    initialRect: { width: 0, height: window.innerHeight },
    rangeExtractor(range) {
      heading.current = layout.headings.findLast((index) => index <= range.startIndex) ?? -1
      const inSight = defaultRangeExtractor(range)
      return heading.current >= 0 && !inSight.includes(heading.current)
        ? [heading.current, ...inSight]
        : inSight
    },
  })

  const seen = list.getVirtualItems()
  const { onScroll, isFast } = useFastScroll(list.isScrolling)
  // Fully rendered items stay: only new ones are rendered as sketches.
  const full = useRef<ReadonlySet<unknown>>(new Set())
  const sketches = new Map<unknown, ReactNode>()
  if (sketch && isFast())
    for (const { key, index } of seen)
      if (!full.current.has(key) && index !== heading.current) sketches.set(key, sketch(items[index]!))
  useLayoutEffect(() => {
    full.current = new Set(seen.map(({ key }) => key).filter((key) => !sketches.get(key)))
  })

  useEffect(() => {
    if (reveal) reveal.current = (index) => list.scrollToIndex(index)
  }, [reveal, list])

  const last = seen.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= items.length - 20) onNearEnd?.()
  }, [last, items.length, onNearEnd])

  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name
    <div
      role={rows ? 'rowgroup' : 'region'}
      ref={scroller}
      onScroll={sketch && onScroll}
      aria-label={label}
      tabIndex={0}
      className={classNames('overflow-y-auto', className)}
    >
      <div role="presentation" className="relative w-full" style={{ height: list.getTotalSize() }}>
        {seen.map(({ key, index, start, size }) => {
          const stuck = index === heading.current
          return (
            <div
              key={key}
              role="presentation"
              className={
                stuck ? 'sticky inset-x-0 top-0 z-(--z-sticky)' : 'absolute inset-x-0 top-0 contain-strict'
              }
              style={stuck ? { height: size } : { height: size, transform: `translateY(${start}px)` }}
            >
              {sketches.get(key) ?? children(items[index]!, index)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
