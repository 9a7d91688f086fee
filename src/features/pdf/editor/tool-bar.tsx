import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon, EllipsisIcon, type LucideIcon, PenToolIcon } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useRef } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { TOOLBARS, TOOLS, type Tool, type ToolbarLayout } from './tools.ts'

type ToolBarProps = {
  tool: Tool
  onTool: (tool: Tool) => void
  disabled: boolean
  layout: ToolbarLayout
}

/** The toolbar: one tab stop, arrow keys move between the buttons. */
export function ToolBar({ tool, onTool, disabled, layout }: ToolBarProps) {
  const { t, i18n } = useLingui()
  const bar = useRef<HTMLDivElement>(null)
  const foot = layout === 'foot'
  const words = layout !== 'icons'
  const entries = TOOLBARS[layout]

  function onKeyDown(event: KeyboardEvent) {
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = buttons.indexOf(event.target as HTMLElement)
    const to = targetOf(event, at, buttons.length)
    if (at < 0 || to === null) return
    event.preventDefault()
    buttons[to]?.focus()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t`Tools`}
      onKeyDown={onKeyDown}
      className={
        foot
          ? 'grid flex-none grid-cols-6 border-t border-line-strong bg-surface pb-[env(safe-area-inset-bottom)]'
          : 'flex min-w-0 items-center gap-0.5 overflow-x-auto [scrollbar-width:none]'
      }
    >
      {entries.map((entry, at) => {
        if (entry === 'line')
          // biome-ignore lint/suspicious/noArrayIndexKey: a separator has no other name
          return <span key={at} className="mx-2 h-5 w-px flex-none bg-line" />
        const shared = { words, foot, disabled }
        if (typeof entry === 'string') {
          const { label, icon } = TOOLS[entry]
          return (
            <ToolButton
              key={entry}
              {...shared}
              icon={icon}
              name={i18n._(label)}
              on={tool === entry}
              tabIndex={tool === entry ? 0 : -1}
              onClick={() => onTool(entry)}
            />
          )
        }
        const chosen = entry.tools.find((own) => own === tool)
        const all = entry.menu === 'annotate'
        const label = all ? t`Annotate` : t`More tools`
        return (
          <Menu
            key={entry.menu}
            align="start"
            side={foot ? 'top' : 'bottom'}
            trigger={
              <ToolButton
                {...shared}
                icon={chosen ? TOOLS[chosen].icon : all ? PenToolIcon : EllipsisIcon}
                name={chosen ? i18n._(TOOLS[chosen].label) : label}
                menu={label}
                words={all || chosen !== undefined}
                on={chosen !== undefined}
                tabIndex={chosen ? 0 : -1}
              />
            }
            entries={entry.tools.map((own) => ({
              label: i18n._(TOOLS[own].label),
              icon: TOOLS[own].icon,
              onSelect: () => onTool(own),
            }))}
          />
        )
      })}
    </div>
  )
}

/** The index that an arrow key, Home or End moves to; null for other keys. */
function targetOf(event: KeyboardEvent, at: number, count: number): number | null {
  const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return null
  return (at + ((event.key === 'ArrowRight') === rtl ? -1 : 1) + count) % count
}

type ToolButtonProps = Omit<ComponentProps<'button'>, 'name'> & {
  icon: LucideIcon
  name: string
  /** The name of the menu that it opens. */
  menu?: string
  on: boolean
  words: boolean
  foot: boolean
}

function ToolButton({ icon: Icon, name, menu, on, words, foot, ...rest }: ToolButtonProps) {
  const full = menu && menu !== name ? `${menu}: ${name}` : name
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={full}
      {...(menu ? { 'data-on': on || undefined } : { 'aria-pressed': on })}
      className={classNames(
        'inline-flex flex-none items-center font-medium transition-colors duration-(--dur-fast) focus-visible:focus-inset disabled:text-ink-faint',
        foot
          ? 'min-h-14 min-w-0 flex-col justify-center gap-0.5 px-0.5 text-micro'
          : 'h-(--size-control) gap-2 rounded-control px-2.5 text-small touch:h-(--size-touch)',
        on ? 'bg-accent-tint text-accent' : 'text-ink-soft enabled:hover:bg-sunk enabled:hover:text-ink',
      )}
    >
      <Icon className={foot ? 'size-5' : 'size-4 touch:size-5'} />
      {words && <span className={foot ? 'max-w-full truncate' : undefined}>{name}</span>}
      {menu && words && !foot && <ChevronDownIcon className="size-3.5" />}
    </button>
  )
  return words ? button : <Tooltip name={full}>{button}</Tooltip>
}
