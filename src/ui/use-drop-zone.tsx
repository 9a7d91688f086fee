import { msg } from '@lingui/core/macro'
import {
  type ChangeEvent,
  type DragEvent,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react'
import { deferred, useDeferred } from './deferred.tsx'
import type { Library } from './dropzone-library.tsx'
import { copyFileEvent, countFiles, type FileEventCopy, hasFiles } from './file-event.ts'

/** For `onError`. */
export const UNREAD_FILES = msg`The files could not be read. Check the files and your connection, then retry.`

const library = deferred(async () => (await import('./dropzone-library.tsx')).DropzoneLibrary)

export type DropZoneOptions = {
  /** Receives dropped and selected files, including those in dropped folders. */
  onFiles: (files: File[]) => void
  /** The accessible name of the file input. */
  label: string
  /** Filters the file dialog only: callers check what a file contains. */
  accept?: string
  multiple?: boolean
  disabled?: boolean
  /** Whether it is inside another drop zone, which then ignores drops here. */
  nested?: boolean
  /** Called when files could not be read: the library did not load, or a folder is not readable. */
  onError: () => void
}

export type DropZoneState = {
  /** Props of the element that receives drops. */
  root: HTMLAttributes<HTMLElement> & { ref?: Ref<never> }
  /** The hidden file input; render it inside the root. */
  input: ReactNode
  /** Opens the file dialog. */
  open: () => void
  /** Whether files are dragged over it. */
  over: boolean
  /** The number of files, where a folder counts as one. */
  count: number
}

/**
 * react-dropzone, loaded when a drag or a click starts. Earlier events are copied and replayed, so
 * that no dropped file is lost.
 */
export function useDropZone(options: DropZoneOptions): DropZoneState {
  const { onFiles, label, accept, multiple = true, disabled = false, nested = false, onError } = options
  const DropzoneLibrary = useDeferred(library, false)
  const [loaded, setLoaded] = useState<Library | null>(null)
  // Used until the library reports the drag.
  const [entered, setEntered] = useState(false)
  const [count, setCount] = useState(1)
  const early = useRef<FileEventCopy[]>([])
  const inputRef = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (!loaded) return
    const copies = early.current
    early.current = []
    for (const copy of copies) handlerOf(loaded, copy.type)?.(copy)
    if (loaded.isDragActive) setEntered(false)
  }, [loaded])

  function keep(event: FileEventLike) {
    event.preventDefault()
    if (nested) event.stopPropagation()
    if (event.type === 'dragover') return
    if (event.type === 'dragleave') {
      // The enter event of an element comes before the leave event of its parent.
      early.current = early.current.filter((copy) => !isEnter(copy) || copy.target !== event.target)
    } else {
      early.current = [...early.current.filter((copy) => !isEnter(copy)), copyFileEvent(event)]
      void library.preload().then(reportMissing)
    }
    setEntered(early.current.some(isEnter))
  }
  function reportMissing() {
    if (library.get()) return
    const lost = early.current.some((copy) => !isEnter(copy))
    early.current = []
    if (lost) onError()
  }
  function handle(event: FileEventLike) {
    if (!hasFiles(event)) return
    if (disabled) return refuse(event)
    if (event.type === 'dragenter') setCount(countFiles(event))
    const handler = loaded && handlerOf(loaded, event.type)
    if (!handler) keep(event)
    else handler(event.type === 'change' ? copyFileEvent(event) : event)
    // Without a reset, selecting the same file again would not fire a change event.
    if (event.type === 'change' && inputRef.current) inputRef.current.value = ''
    if (!handler) return
    if (event.type !== 'dragover') setEntered(false)
  }
  return {
    root: {
      ...(loaded && nested && { ref: loaded.getRootProps().ref }),
      onDragEnter: handle,
      onDragOver: handle,
      onDragLeave: handle,
      onDrop: handle,
    },
    input: (
      <>
        <input
          ref={inputRef}
          type="file"
          hidden
          multiple={multiple}
          accept={accept}
          disabled={disabled}
          aria-label={label}
          onChange={handle}
        />
        {DropzoneLibrary && (
          <DropzoneLibrary
            multiple={multiple}
            nested={nested}
            onFiles={onFiles}
            onError={onError}
            onChange={setLoaded}
          />
        )}
      </>
    ),
    open() {
      void library.preload()
      inputRef.current?.click()
    },
    over: !disabled && (entered || loaded?.isDragActive === true),
    count,
  }
}

const isEnter = ({ type }: { type: string }): boolean => type === 'dragenter'

type FileEventLike = (DragEvent<HTMLElement> | ChangeEvent<HTMLInputElement>) & {
  dataTransfer?: DataTransfer
}

const handlerOf = (loaded: Library, type: string): ((event: unknown) => void) | undefined => {
  const { onDragEnter, onDragOver, onDragLeave, onDrop }: Record<string, (event: unknown) => void> =
    loaded.getRootProps()
  switch (type) {
    case 'dragenter':
      return onDragEnter
    case 'dragover':
      return onDragOver
    case 'dragleave':
      return onDragLeave
    case 'drop':
      return onDrop
    default:
      return loaded.getInputProps().onChange as (event: unknown) => void
  }
}

/** Keeps the browser from opening the file, and shows the not-allowed cursor. */
function refuse(event: FileEventLike) {
  event.preventDefault()
  event.stopPropagation()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}
