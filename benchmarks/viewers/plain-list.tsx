import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'

const ROWS = Array.from({ length: 10_000 }, (_, at) => `Quarterly report ${at}.docx`)
/** Row height of History on a desktop. */
const HEIGHT = 33
/** Height above the rows of History. */
const ABOVE = 180

/** A minimal virtual list in React: rows of equal height with one text each. */
function PlainList() {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: ROWS.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HEIGHT,
    overscan: 1,
  })
  return (
    <div
      ref={scroller}
      data-scroller
      style={{ height: `calc(100vh - ${ABOVE}px)`, marginTop: ABOVE, overflowY: 'auto' }}
    >
      <div style={{ position: 'relative', height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start, size }) => (
          <div
            key={key}
            data-row={index}
            style={{
              position: 'absolute',
              insetInline: 0,
              top: 0,
              height: size,
              transform: `translateY(${start}px)`,
            }}
          >
            {ROWS[index]}
          </div>
        ))}
      </div>
    </div>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<PlainList />)
