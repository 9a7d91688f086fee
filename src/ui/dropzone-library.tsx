import { fromEvent } from 'file-selector'
import { useEffect, useMemo, useRef } from 'react'
import { type DropEvent, type DropzoneState, useDropzone } from 'react-dropzone'
import { useLatest } from '../lib/use-latest.ts'

export type Library = Pick<DropzoneState, 'getRootProps' | 'getInputProps' | 'isDragActive'>

type DropzoneLibraryProps = {
  multiple: boolean
  nested: boolean
  onFiles: (files: File[]) => void
  onError: () => void
  /** Receives the library's handlers and drag state whenever one of them changes. */
  onChange: (library: Library) => void
}

type Read = Awaited<ReturnType<typeof fromEvent>>

/**
 * react-dropzone in a separate chunk. It renders nothing: `useDropZone` puts its handlers on
 * existing elements.
 */
export function DropzoneLibrary({ multiple, nested, onFiles, onError, onChange }: DropzoneLibraryProps) {
  const latest = useLatest({ onFiles, onError })
  const unread = useRef<Promise<Read> | null>(null)
  const options = useMemo(() => {
    const read = (event: DropEvent) => {
      if (event.type === 'dragenter' || !multiple) return fromEvent(event)
      // A new drop aborts the library's reading of the previous one, so those files are delivered
      // too.
      const before = unread.current?.catch(() => []) ?? []
      const all = Promise.all([before, fromEvent(event)]).then((parts) => parts.flat())
      unread.current = all
      return all
    }
    return {
      getFilesFromEvent: (event: DropEvent | FileSystemFileHandle[]) =>
        Array.isArray(event) ? fromEvent(event) : read(event),
      onDrop: (files: File[]) => {
        unread.current = null
        latest.current.onFiles(files)
      },
      onError: () => {
        unread.current = null
        latest.current.onError()
      },
    }
  }, [multiple])
  const { getRootProps, getInputProps, isDragActive, rootRef } = useDropzone({
    ...options,
    multiple,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
    noDragEventsBubbling: nested,
    // `true` would also prevent text drops into fields.
    preventDropOnDocument: false,
  })
  useEffect(() => {
    // Dialogs are portals outside the root element, but inside the window's zone.
    if (!nested) rootRef.current = document.documentElement
  }, [nested, rootRef])
  const library = useMemo(
    () => ({ getRootProps, getInputProps, isDragActive }),
    [getRootProps, getInputProps, isDragActive],
  )
  useEffect(() => onChange(library), [library, onChange])
  return null
}
