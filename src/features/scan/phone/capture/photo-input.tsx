import type { RefObject } from 'react'

type PhotoInputProps = {
  input: RefObject<HTMLInputElement | null>
  label: string
  /** Opens the camera app instead of the photo library. */
  hasCamera?: boolean
  onFiles: (files: readonly File[]) => void
}

/** A file input for photos, which a button clicks. */
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
      // Reset, so that the same photo can be selected again.
      currentTarget.value = ''
      if (files.length > 0) onFiles(files)
    }}
  />
)
