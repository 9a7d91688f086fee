import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { TOOLS, type Tool } from './tools.ts'

type ToolBarProps = {
  tool: Tool
  onTool: (tool: Tool) => void
  disabled: boolean
}

/** What one does to the page next. On a phone the bar scrolls; on a desk with little room only the tool in hand has its word beside it. */
export function ToolBar({ tool, onTool, disabled }: ToolBarProps) {
  const { t, i18n } = useLingui()
  return (
    <div
      role="toolbar"
      aria-label={t`Tools`}
      className="flex min-w-0 items-center gap-0.5 overflow-x-auto [scrollbar-width:none]"
    >
      {TOOLS.map(({ tool: own, label, icon: Icon }) => (
        <Fragment key={own}>
          {own === 'pages' && <span className="mx-1 h-5 w-px flex-none bg-line" />}
          <Tooltip name={i18n._(label)}>
            <button
              type="button"
              aria-label={i18n._(label)}
              aria-pressed={tool === own}
              disabled={disabled}
              onClick={() => onTool(own)}
              className={classNames(
                'inline-flex h-(--size-control-md) flex-none items-center gap-2 rounded-control px-2.5 text-small font-medium transition-colors duration-(--dur-fast) focus-visible:focus-inset disabled:text-ink-faint touch:h-(--size-touch)',
                tool === own ? 'bg-accent-tint text-accent' : 'text-ink-soft hover:bg-sunk hover:text-ink',
              )}
            >
              <Icon className="size-3.5" />
              <span className={classNames(tool !== own && 'md:max-2xl:hidden')}>{i18n._(label)}</span>
            </button>
          </Tooltip>
        </Fragment>
      ))}
    </div>
  )
}
