import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { classNames } from '../lib/class-names.ts'

type VirtualListProps<T> = {
  items: readonly T[]
  keyOf: (item: T, index: number) => string
  /** Heights are fixed: every row of a kind has the same. */
  heightOf: (item: T, index: number) => number
  /** A heading that stays on top until the next one comes. */
  isHeading?: (item: T) => boolean
  children: (item: T, index: number) => ReactNode
  /** Near the end of what is loaded: time to ask for more. */
  onNearEnd?: () => void
  label: string
  className?: string
}

/** A list of any length with only the rows in sight in the page. It scrolls itself; give it a height. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, keyOf, heightOf, isHeading, children, onNearEnd, label, className } = props
  const scroller = useRef<HTMLDivElement>(null)
  const heading = useRef(-1)

  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(items[index]!, index),
    getItemKey: (index) => keyOf(items[index]!, index),
    overscan: 8,
    rangeExtractor(range) {
      heading.current = -1
      if (isHeading) {
        for (let index = range.startIndex; index >= 0; index--) {
          if (isHeading(items[index]!)) {
            heading.current = index
            break
          }
        }
      }
      const seen = defaultRangeExtractor(range)
      if (onNearEnd && range.endIndex >= items.length - 20) queueMicrotask(onNearEnd)
      return heading.current >= 0 && !seen.includes(heading.current) ? [heading.current, ...seen] : seen
    },
  })

  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={classNames('overflow-y-auto focus-visible:focus-inset', className)}
    >
      <div role="presentation" className="relative w-full" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start, size }) => {
          const stuck = index === heading.current
          return (
            <div
              key={key}
              role="presentation"
              className={stuck ? 'sticky inset-x-0 top-0 z-(--z-sticky)' : 'absolute inset-x-0 top-0'}
              style={stuck ? { height: size } : { height: size, transform: `translateY(${start}px)` }}
            >
              {children(items[index]!, index)}
            </div>
          )
        })}
      </div>
    </section>
  )
}
