import { encode } from 'uqr'

/** The quiet zone around the code in modules, which cameras need. */
const QUIET = 4

/** A QR code, dark on light in both themes, as cameras need it. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <path d={path} className="fill-paper-ink" />
    </svg>
  )
}
