import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'

type OrderDropProps = {
  /** A recipient dropped here joins this group; a fraction between two groups creates one. */
  group: number
  onMove: (id: string, group: number) => void
  className?: string
  children: ReactNode
}

/** A drop target for recipients. */
export function OrderDrop({ group, onMove, className, children }: OrderDropProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(onMove)
  useEffect(() => {
    latest.current = onMove
  })
  useEffect(() => {
    if (!box.current) return
    return dropTargetForElements({
      element: box.current,
      canDrop: ({ source }) => typeof source.data.recipient === 'string',
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: ({ source }) => {
        setIsOver(false)
        if (typeof source.data.recipient === 'string') latest.current(source.data.recipient, group)
      },
    })
  }, [group])
  return (
    <div ref={box} className={classNames(className, isOver && 'outline-2 -outline-offset-2 outline-accent')}>
      {children}
    </div>
  )
}
