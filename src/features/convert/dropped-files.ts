type Selector = typeof import('file-selector')

let selector: Selector | null = null

/** What reads folders comes when files are first held over the window: nobody drops faster than it loads. */
export const expectDrop = (): void =>
  void import('file-selector').then(
    (loaded) => {
      selector = loaded
    },
    () => {},
  )

/** Whether it is files that are dragged, and no text or link. */
export const holdsFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false

/** The files of a drop, those in folders as well. To be called while the event lasts: afterwards it is empty. */
export async function filesOfDrop(event: DragEvent): Promise<File[]> {
  const plain = [...(event.dataTransfer?.files ?? [])]
  const read = (await selector?.fromEvent(event).catch(() => null)) ?? []
  const found = read.filter((one) => one instanceof File)
  return found.length > 0 ? found : plain
}
