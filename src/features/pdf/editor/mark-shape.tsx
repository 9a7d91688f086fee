import type { PageView } from '../viewer/index.ts'
import type { DraftMark, PointRect, Spot } from './draft.ts'
import { boxOf, pathOf, pixelOf } from './geometry.ts'
import { extentOf } from './make-mark.ts'

/** Object URLs of inserted images, by file id. */
export type ImageUrls = ReadonlyMap<string, string>

/** Renders an annotation in the page's box. Text is a separate input. */
export function MarkShape({
  mark,
  view,
  imageUrls,
}: {
  mark: DraftMark
  view: PageView
  imageUrls: ImageUrls
}) {
  switch (mark.kind) {
    case 'ink':
      return mark.strokes.map((stroke, at) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes have no names and keep their order
          key={at}
          d={stroke.length > 1 ? pathOf(view, stroke) : `${pathOf(view, stroke)} l0.1 0`}
          fill="none"
          stroke={mark.colour}
          strokeWidth={mark.width * view.scale}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      ))
    case 'highlight':
      return mark.rects.map((rect, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one highlight keep their order
        <Line key={at} rect={rect} mark={mark} view={view} />
      ))
    case 'shape':
      return <Figure mark={mark} view={view} />
    case 'stamp':
      return <Stamp mark={mark} view={view} />
    case 'redaction': {
      const { left, top, width, height } = boxOf(view, mark.rect)
      return (
        <rect
          x={left}
          y={top}
          width={width}
          height={height}
          fill="#000"
          fillOpacity={0.75}
          stroke="#d92d20"
        />
      )
    }
    case 'note': {
      const { left, top, width, height } = boxOf(view, extentOf(mark))
      const lines = [0.32, 0.52, 0.72].map((part) => top + height * part)
      return (
        <>
          <rect
            x={left}
            y={top}
            width={width}
            height={height}
            rx={width / 8}
            fill={mark.colour}
            stroke="#1a1a1a"
            strokeWidth={view.scale}
          />
          {lines.map((y) => (
            <line
              key={y}
              x1={left + width * 0.2}
              x2={left + width * 0.8}
              y1={y}
              y2={y}
              stroke="#1a1a1a"
              strokeWidth={view.scale}
            />
          ))}
        </>
      )
    }
    case 'image': {
      const { left, top, width, height } = boxOf(view, mark.rect)
      return <image href={imageUrls.get(mark.file)} x={left} y={top} width={width} height={height} />
    }
    case 'text':
      return null
  }
}

type Of<K extends DraftMark['kind']> = Extract<DraftMark, { kind: K }>

function Line({ rect, mark, view }: { rect: PointRect; mark: Of<'highlight'>; view: PageView }) {
  const { left, top, width, height } = boxOf(view, rect)
  if (mark.style === 'highlight')
    return (
      <rect
        x={left}
        y={top}
        width={width}
        height={height}
        fill={mark.colour}
        style={{ mixBlendMode: 'multiply' }}
      />
    )
  const y = mark.style === 'underline' ? top + height * 0.95 : top + height * 0.55
  return (
    <line x1={left} x2={left + width} y1={y} y2={y} stroke={mark.colour} strokeWidth={1.2 * view.scale} />
  )
}

function Figure({ mark, view }: { mark: Of<'shape'>; view: PageView }) {
  const [a, b] = [pixelOf(view, mark.from), pixelOf(view, mark.to)]
  const shared = { fill: 'none', stroke: mark.colour, strokeWidth: mark.width * view.scale }
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const [width, height] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)]
  if (mark.shape === 'rectangle') return <rect {...shared} x={x} y={y} width={width} height={height} />
  if (mark.shape === 'ellipse')
    return <ellipse {...shared} cx={x + width / 2} cy={y + height / 2} rx={width / 2} ry={height / 2} />
  return (
    <>
      <line {...shared} x1={a.x} y1={a.y} x2={b.x} y2={b.y} strokeLinecap="round" />
      {mark.shape === 'arrow' && (
        <path {...shared} d={headOf(a, b, mark.width * view.scale)} strokeLinecap="round" />
      )}
    </>
  )
}

function headOf(from: Spot, to: Spot, width: number): string {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const length = 6 + width * 2.5
  const wing = (by: number) =>
    `${(to.x - length * Math.cos(angle + by)).toFixed(1)} ${(to.y - length * Math.sin(angle + by)).toFixed(1)}`
  return `M${wing(0.45)} L${to.x.toFixed(1)} ${to.y.toFixed(1)} L${wing(-0.45)}`
}

function Stamp({ mark, view }: { mark: Of<'stamp'>; view: PageView }) {
  const { left, top, width, height } = boxOf(view, mark.rect)
  const size = Math.min(height * 0.5, (width * 1.5) / Math.max(4, mark.text.length))
  return (
    <g stroke={mark.colour} fill={mark.colour}>
      <rect
        x={left + 1}
        y={top + 1}
        width={Math.max(1, width - 2)}
        height={Math.max(1, height - 2)}
        rx={height / 8}
        fill="none"
        strokeWidth={Math.max(1, height / 18)}
      />
      <text
        x={left + width / 2}
        y={top + height / 2}
        fontSize={size}
        fontWeight={700}
        stroke="none"
        textAnchor="middle"
        dominantBaseline="central"
      >
        {mark.text}
      </text>
    </g>
  )
}
