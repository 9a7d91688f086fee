import type { PageView } from '../viewer/index.ts'
import type { DraftMark } from './draft.ts'
import { boxOf } from './geometry.ts'

type TextShapeProps = { mark: Extract<DraftMark, { kind: 'text' }>; view: PageView }

/** Read-only text on a page. */
export function TextShape({ mark, view }: TextShapeProps) {
  const { left, top, width, height } = boxOf(view, mark.rect)
  return (
    <foreignObject x={left} y={top} width={width} height={height}>
      <div
        className="leading-[1.2] wrap-break-word whitespace-pre-wrap"
        style={{ fontSize: mark.size * view.scale, color: mark.colour }}
      >
        {mark.text}
      </div>
    </foreignObject>
  )
}
