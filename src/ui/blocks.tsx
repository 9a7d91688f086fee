import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'

/** As many as fill a screen: they are drawn in one task. */
const SIZE = 15
/** So many are always drawn, so that a list of usual length is whole. */
const ALWAYS = 60

type BlocksProps<T> = {
  items: readonly T[]
  /** How many stand before the first of these: the page's first 60 are there from the start. */
  before: number
  /** Of an item that is not there yet. */
  height: number
  className?: string
  children: (item: T) => ReactNode
}

/**
 * A list whose items come a block at a time, when the page is scrolled near them, and stay then. A
 * thousand files are laid on Convert as quickly as sixty, and unlike in a virtual list their
 * heights need not be known.
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
  /** At once. */
  there: boolean
  /** Without being scrolled to. */
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
    // A transition is drawn in slices: input is answered in between.
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
