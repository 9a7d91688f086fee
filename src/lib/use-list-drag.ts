import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'

type ListDrag = {
  item: RefObject<HTMLElement | null>
  /** The drag handle. */
  handle: RefObject<HTMLElement | null>
  /** Items can be dragged only within this list. */
  list: string
  id: string
  index: number
  free: boolean
  onMove: (id: string, to: number) => void
}

/**
 * Makes a list item draggable: returns whether it is being dragged, and on which edge a drop would
 * insert.
 */
export function useListDrag({ item, handle, list, id, index, free, onMove }: ListDrag) {
  const [dragged, setDragged] = useState(false)
  const [edge, setEdge] = useState<'above' | 'below' | null>(null)
  // A list that changes during a drag does not end it: the drop uses the current values.
  const latest = useRef({ index, onMove })
  useEffect(() => {
    latest.current = { index, onMove }
  })
  useEffect(() => {
    const [element, dragHandle] = [item.current, handle.current]
    if (!free || !element || !dragHandle) return
    const edgeAt = (y: number) => {
      const { top, height } = element.getBoundingClientRect()
      return y < top + height / 2 ? 'above' : 'below'
    }
    return combine(
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ list, id, indexNow: () => latest.current.index }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.id !== id,
        onDrag: ({ location }) => setEdge(edgeAt(location.current.input.clientY)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source, location }) => {
          setEdge(null)
          const { id: movedId, indexNow } = source.data
          if (typeof movedId !== 'string' || typeof indexNow !== 'function') return
          const { index: here, onMove: move } = latest.current
          const place = edgeAt(location.current.input.clientY) === 'above' ? here : here + 1
          // Indexes do not count the dragged item.
          move(movedId, indexNow() < place ? place - 1 : place)
        },
      }),
    )
  }, [item, handle, list, id, free])
  return { dragged, edge }
}
