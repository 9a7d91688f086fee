import { type ReactNode, useEffect, useState } from 'react'
import { useFontFace } from './font/use-font-face.ts'
import { localSide } from './sides.ts'

type FontSpecimenProps = {
  file: File
  format: string
  /** Shown if this browser cannot render it. */
  otherwise: ReactNode
}

/** A sample of a local font. */
export function FontSpecimen({ file, format, otherwise }: FontSpecimenProps) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  const face = useFontFace(url ? localSide(file, format, url) : null)
  if (face.state !== 'ready') return otherwise
  return (
    <p
      aria-hidden="true"
      className="w-full px-4 text-center"
      style={{ fontFamily: `"${face.family}"` }}
      translate="no"
    >
      <span className="block text-[72px]/none">Ag</span>
      <span className="mt-3 block text-lead break-words">ABCDEFGHIJKLM abcdefghijklm 0123456789</span>
    </p>
  )
}
