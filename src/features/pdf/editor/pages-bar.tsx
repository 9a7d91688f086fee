import { plural } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import {
  ArrowLeftIcon,
  ArrowRightIcon,
  FileOutputIcon,
  FilePlusIcon,
  RotateCcwIcon,
  RotateCwIcon,
  SquareIcon,
  Trash2Icon,
} from 'lucide-react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

type PagesBarProps = {
  /** The number of selected pages. */
  chosen: number
  /** Whether all are selected: one must stay. */
  whole: boolean
  /** The price of extracting pages, in credits; null while unknown. */
  price: number | null
  onTurn: (by: 90 | -90) => void
  onShift: (by: 1 | -1) => void
  onRemove: () => void
  onExtract: () => void
  onInsert: () => void
  onBlank: () => void
}

/** The actions for the selected pages, and inserting pages after them. */
export function PagesBar(props: PagesBarProps) {
  const { chosen, whole, price, onTurn, onShift, onRemove, onExtract, onInsert, onBlank } = props
  const { t } = useLingui()
  const none = chosen === 0
  return (
    <>
      <span aria-live="polite" className={classNames('text-ink-soft', none && 'max-sm:sr-only')}>
        {none ? (
          t`Select pages to rotate, move or delete them.`
        ) : (
          <Plural value={chosen} one="# page selected" other="# pages selected" />
        )}
      </span>
      <span className="flex flex-none gap-1.5">
        <IconButton
          name={t`Rotate counterclockwise`}
          icon={RotateCcwIcon}
          disabled={none}
          onClick={() => onTurn(-90)}
        />
        <IconButton
          name={t`Rotate clockwise`}
          icon={RotateCwIcon}
          disabled={none}
          onClick={() => onTurn(90)}
        />
        <IconButton name={t`Move earlier`} icon={ArrowLeftIcon} disabled={none} onClick={() => onShift(-1)} />
        <IconButton name={t`Move later`} icon={ArrowRightIcon} disabled={none} onClick={() => onShift(1)} />
        <Button size={28} icon={FileOutputIcon} disabled={none || whole} onClick={onExtract}>
          {t`Extract`}
          {price !== null && (
            <span className="font-regular text-ink-soft">
              {' '}
              {price === 0 ? t`free` : t({ message: plural(price, { one: '# credit', other: '# credits' }) })}
            </span>
          )}
        </Button>
        <Button size={28} icon={Trash2Icon} disabled={none || whole} onClick={onRemove}>
          {t`Delete`}
        </Button>
      </span>
      <span className="ms-auto flex flex-none gap-1.5">
        <Button size={28} icon={FilePlusIcon} onClick={onInsert}>
          {t`Insert PDF`}
        </Button>
        <Button size={28} icon={SquareIcon} onClick={onBlank}>
          {t`Blank page`}
        </Button>
      </span>
    </>
  )
}
