import { useState } from 'react'
import { classNames } from '../lib/class-names.ts'
import type { Family } from './family.ts'
import { FamilyIcon } from './family-icon.tsx'

type ThumbnailProps = {
  src?: string | null /** Null where nobody knows what it is. */
  family: Family | null
  size?: 28 | 44 | 'fill'
}

const sizes = { 28: 'size-7', 44: 'size-11', fill: 'aspect-[4/3] w-full' }

/** A picture of the file in its well; the family's icon until there is one. The name beside it says what it is. */
export function Thumbnail({ src, family, size = 44 }: ThumbnailProps) {
  // The one that did not come, and not only whether one did not: the next may.
  const [missing, setMissing] = useState<string | null>(null)
  return (
    <span
      className={classNames(
        'grid flex-none place-items-center overflow-hidden rounded-mark border border-line-strong bg-sunk',
        sizes[size],
      )}
    >
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
