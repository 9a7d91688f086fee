/**
 * The properties of a drag event or an input's change event that react-dropzone and file-selector
 * read.
 */
export type FileEvent = Pick<Event, 'type' | 'target' | 'preventDefault' | 'stopPropagation'> & {
  dataTransfer?: DataTransfer
}

/** A copy of a file event that stays readable after the event. */
export type FileEventCopy = {
  type: string
  target: EventTarget | { files: File[] } | null
  dataTransfer?: { types: readonly string[]; items: Pick<DataTransferItem, 'kind' | 'type' | 'getAsFile'>[] }
  preventDefault: () => void
  stopPropagation: () => void
}

/** False for dragged text, links and list rows, which the page's own controls handle. */
export const hasFiles = ({ dataTransfer }: FileEvent): boolean =>
  dataTransfer === undefined || dataTransfer.types.includes('Files')

const fileItems = (event: FileEvent) =>
  [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')

/**
 * The number of dragged files, where a folder counts as one; 1 in browsers that hide it until the
 * drop.
 */
export const countFiles = (event: FileEvent): number => fileItems(event).length || 1

/** Copies an event synchronously: the browser empties its DataTransfer when the event ends. */
export function copyFileEvent(event: FileEvent): FileEventCopy {
  const { type, target, dataTransfer } = event
  const copy = { type, preventDefault() {}, stopPropagation() {} }
  if (!dataTransfer) {
    const files = target instanceof HTMLInputElement ? [...(target.files ?? [])] : []
    return { ...copy, target: { files } }
  }
  return { ...copy, target, dataTransfer: { types: ['Files'], items: fileItems(event).map(copyItem) } }
}

function copyItem(item: DataTransferItem) {
  const file = item.getAsFile()
  const entry = item.webkitGetAsEntry?.() ?? null
  // file-selector prefers handles, which only secure contexts have. Without one it reads the entry.
  const handle = globalThis.isSecureContext ? handleOf(item) : undefined
  return {
    kind: item.kind,
    type: item.type,
    getAsFile: () => file,
    webkitGetAsEntry: () => entry,
    getAsFileSystemHandle: () => handle,
  }
}

/** Not yet in TypeScript's library: https://wicg.github.io/file-system-access/#drag-and-drop */
type WithHandle = { getAsFileSystemHandle?: () => Promise<unknown> }

const handleOf = (item: DataTransferItem & WithHandle): Promise<unknown> | undefined =>
  item.getAsFileSystemHandle?.().catch(() => null)
