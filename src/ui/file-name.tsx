import { splitName } from '../lib/cut-middle.ts'

/** A file's name, cut in the middle when there is no room: the ending always stays. The whole of it is the title. */
export function FileName({ name, strong }: { name: string; strong?: boolean }) {
  const { head, tail } = splitName(name)
  return (
    <bdi className={strong ? 'flex min-w-0 font-medium' : 'flex min-w-0'} title={name}>
      <span className="truncate">{head}</span>
      <span className="flex-none whitespace-pre">{tail}</span>
    </bdi>
  )
}
