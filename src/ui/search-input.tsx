import { useLingui } from '@lingui/react/macro'
import { SearchIcon, XIcon } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { classNames } from '../lib/class-names.ts'
import { type ControlSize, height, valueFrame } from './control.ts'
import { Kbd } from './kbd.tsx'

type SearchInputProps = Omit<ComponentProps<'input'>, 'size' | 'value' | 'onChange' | 'type'> & {
  /** The accessible name: "Search history". */
  label: string
  value: string
  onChange: (value: string) => void
  hotkey?: string
  size?: ControlSize
}

export function SearchInput({
  label,
  value,
  onChange,
  hotkey,
  size = 28,
  className,
  ...props
}: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const { t } = useLingui()
  return (
    <search className={classNames('block', 'relative min-w-0', className)}>
      <SearchIcon className="pointer-events-none absolute inset-y-0 start-2.5 my-auto text-ink-faint" />
      <input
        ref={input}
        {...props}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(
          valueFrame,
          height[size],
          'ps-8 pe-9 text-small touch:text-[1rem] [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      <span className="absolute inset-y-0 end-1 flex items-center pe-1">
        {value ? (
          <button
            type="button"
            aria-label={t`Clear search`}
            className="grid size-6 place-items-center rounded-mark text-ink-soft hover:bg-hover touch:size-11"
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          >
            <XIcon className="size-3.5" />
          </button>
        ) : (
          hotkey && <Kbd>{hotkey}</Kbd>
        )}
      </span>
    </search>
  )
}
