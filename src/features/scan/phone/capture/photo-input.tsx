import type { RefObject } from 'react'

type PhotoInputProps = {
  input: RefObject<HTMLInputElement | null>
  label: string
  /** Opens the camera app in place of the photos. */
  hasCamera?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Lets photos be chosen: a button clicks it. */
export const PhotoInput = ({ input, label, hasCamera, onFiles }: PhotoInputProps) => (
  <input
    ref={input}
    type="file"
    accept="image/*"
    {...(hasCamera && { capture: 'environment' })}
    multiple
    hidden
    aria-label={label}
    onChange={({ currentTarget }) => {
      const files = [...(currentTarget.files ?? [])]
      // The same photo can be chosen again.
      currentTarget.value = ''
      if (files.length > 0) onFiles(files)
    }}
  />
)
