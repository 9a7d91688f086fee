import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'

/** Items that fill a screen: they are rendered in one task. */
const SIZE = 15
/** The number of items that are always rendered, so that a list of usual length is complete. */
const ALWAYS = 60

type BlocksProps<T> = {
  items: readonly T[]
  /** Number of items before this list: the page's first 60 are rendered immediately. */
  before: number
  /** The height of an item that is not rendered yet. */
  height: number
  className?: string
  children: (item: T) => ReactNode
}

/**
 * A list whose items are rendered in blocks when the page scrolls near them, and then stay. A
 * thousand files render on Convert as quickly as sixty, and unlike in a virtual list their heights
 * need not be known.
 */
export function Blocks<T>({ items, before, height, className, children }: BlocksProps<T>) {
  const blocks = Array.from({ length: Math.ceil(items.length / SIZE) }, (_, index) =>
    items.slice(index * SIZE, (index + 1) * SIZE),
  )
  return blocks.map((block, index) => (
    <Block
      // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
      key={index}
      there={before + index * SIZE < SIZE}
      always={before + index * SIZE < ALWAYS}
      height={block.length * height}
      className={className}
    >
      {() => block.map(children)}
    </Block>
  ))
}

type BlockProps = {
  /** Rendered immediately. */
  there: boolean
  /** Rendered without scrolling. */
  always: boolean
  height: number
  className?: string | undefined
  children: () => ReactNode
}

function Block({ there, always, height, className, children }: BlockProps) {
  const [seen, setSeen] = useState(there)
  const box = useRef<HTMLDivElement>(null)
  const shown = there || seen
  useEffect(() => {
    if (shown || !box.current) return
    // A transition renders in slices, so that input is handled in between.
    const show = () => startTransition(() => setSeen(true))
    if (always) return show()
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && show(), {
      rootMargin: '1000px 0px',
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [shown, always])
  return shown ? <div className={className}>{children()}</div> : <div ref={box} style={{ height }} />
}
