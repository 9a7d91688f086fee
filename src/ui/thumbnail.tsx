import { useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import type { Family } from './family.ts'
import { FamilyIcon } from './family-icon.tsx'

type ThumbnailProps = {
  src?: string | null /** Null where nobody knows what it is. */
  family: Family | null
  /** `cover`: all of the positioned box that it stands in. */
  size?: 28 | 44 | 'cover'
}

const framed = 'rounded-mark border border-line-strong'
const sizes = {
  28: `size-7 ${framed}`,
  44: `size-11 ${framed}`,
  // A row of a grid is else as high as the image by nature.
  cover: 'absolute inset-0 grid-rows-[minmax(0,1fr)] [&_svg]:size-7',
}

/**
 * An image of the file in its well; the family's icon until there is one. The name beside it says
 * what it is.
 */
export function Thumbnail({ src, family, size = 44 }: ThumbnailProps) {
  // The one that did not come, and not only whether one did not: the next may.
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
