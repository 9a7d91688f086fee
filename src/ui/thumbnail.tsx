import { useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import type { Family } from './family.ts'
import { FamilyIcon } from './family-icon.tsx'

type ThumbnailProps = {
  src?: string | null /** Null for unknown files. */
  family: Family | null
  /** `cover`: fills the positioned parent. */
  size?: 28 | 44 | 'cover'
}

const framed = 'rounded-mark border border-line-strong'
const sizes = {
  28: `size-7 ${framed}`,
  44: `size-11 ${framed}`,
  // Otherwise a grid row is as high as the image's natural height.
  cover: 'absolute inset-0 grid-rows-[minmax(0,1fr)] [&_svg]:size-7',
}

/** An image of a file; the family's icon until it is loaded. The name next to it is its text. */
export function Thumbnail({ src, family, size = 44 }: ThumbnailProps) {
  // The URL that failed, and not a flag: the next one may load.
  const [missing, setMissing] = useState<string | null>(null)
  return (
    <span className={classNames('grid flex-none place-items-center overflow-hidden bg-sunk', sizes[size])}>
      {src && src !== missing ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setMissing(src)}
          className="size-full object-contain"
        />
      ) : (
        <FamilyIcon family={family} small={size === 28} />
      )}
    </span>
  )
}
