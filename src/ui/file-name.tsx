import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { classNames } from '../lib/class-names.ts'
import { splitName } from '../lib/cut-middle.ts'

type FileNameProps = {
  name: string
  strong?: boolean
  /** The number of other files that it represents: "and 4 more". */
  more?: number
  /** The parent, a link in a long list, has the accessible name and is the outer box. */
  named?: boolean
}

/**
 * A file name, truncated in the middle: the extension always stays. The full name is the title. The
 * outer box keeps the page's direction, so that a Latin name starts at the start of a Hebrew page.
 * Screen readers get the name in one piece.
 */
export function FileName({ name, strong, more = 0, named }: FileNameProps) {
  const { t } = useLingui()
  const { head, tail } = splitName(name)
  const rest = more > 0 && t({ message: plural(more, { one: 'and # more', other: 'and # more' }) })
  const shown = (
    <>
      <bdi className="flex min-w-0" aria-hidden="true" translate="no">
        <span className="overflow-hidden text-ellipsis whitespace-pre">{head}</span>
        <span className="flex-none whitespace-pre">{tail}</span>
      </bdi>
      {rest && (
        <span className="flex-none ps-1 font-regular whitespace-pre text-ink-soft" translate="yes">
          {rest}
        </span>
      )}
    </>
  )
  if (named) return shown
  return (
    <span className={classNames('flex min-w-0', strong && 'font-medium')} title={name} translate="no">
      <span className="sr-only">{name}</span>
      {shown}
    </span>
  )
}
