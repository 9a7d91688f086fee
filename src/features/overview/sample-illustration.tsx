import type { ReactNode } from 'react'
import type { SampleName } from '../../api/samples.ts'

/** An illustration of a sample file, because the files are on the server. */
export function SampleIllustration({ sample }: { sample: SampleName }) {
  return (
    <svg
      viewBox="0 0 224 112"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="block h-28 w-full bg-(--family-tint) text-(--family)"
    >
      {ILLUSTRATIONS[sample]}
    </svg>
  )
}

const LINES = [24, 32, 52, 60, 68, 88]

const ILLUSTRATIONS: Record<SampleName, ReactNode> = {
  image: (
    <>
      <circle cx="168" cy="28" r="16" fill="currentColor" opacity="0.25" />
      <path d="M0 82 48 30 84 66 128 18 224 92V112H0z" fill="currentColor" opacity="0.45" />
      <path d="M0 104 72 58 128 92 176 68 224 98V112H0z" fill="currentColor" opacity="0.85" />
    </>
  ),
  document: (
    <>
      <rect x="62" y="8" width="100" height="112" className="fill-surface stroke-line-strong" />
      <rect x="74" y="16" width="46" height="6" fill="currentColor" opacity="0.8" />
      {LINES.map((y, index) => (
        <rect
          key={y}
          x="74"
          y={y + 6}
          width={index % 3 === 2 ? 52 : 76}
          height="4"
          fill="currentColor"
          opacity="0.45"
        />
      ))}
    </>
  ),
  model: (
    <g transform="translate(112 58)">
      {Array.from({ length: 12 }, (_, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: the teeth never move
          key={index}
          x="-6"
          y="-46"
          width="12"
          height="16"
          fill="currentColor"
          transform={`rotate(${index * 30})`}
        />
      ))}
      <circle r="36" fill="currentColor" />
      <circle r="14" className="fill-(--family-tint)" />
    </g>
  ),
}
