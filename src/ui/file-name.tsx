import { classNames } from '../lib/class-names.ts'
import { splitName } from '../lib/cut-middle.ts'

/**
 * A file's name, cut in the middle when there is no room: the ending always stays. The whole of it is the title. The
 * outer box keeps the page's direction, so that a Latin name starts where a Hebrew page starts. Who hears the page is
 * told the name in one piece.
 */
export function FileName({ name, strong }: { name: string; strong?: boolean }) {
  const { head, tail } = splitName(name)
  return (
    <span className={classNames('flex min-w-0', strong && 'font-medium')} title={name} translate="no">
      <span className="sr-only">{name}</span>
      <bdi className="flex min-w-0" aria-hidden="true">
        <span className="overflow-hidden text-ellipsis whitespace-pre">{head}</span>
        <span className="flex-none whitespace-pre">{tail}</span>
      </bdi>
    </span>
  )
}
