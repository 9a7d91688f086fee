import type { LucideIcon } from 'lucide-react'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'
import { Kbd } from './kbd.tsx'

/**
 * Its parts use container queries on the sidebar's width, not the window's: at 56 px they collapse
 * to icons, beside the page or full-width behind the phone's menu button. In a low window the links
 * scroll between its header and footer.
 */
export function Sidebar({
  head,
  children,
  foot,
  label,
}: {
  head: ReactNode
  children: ReactNode
  foot?: ReactNode
  label: string
}) {
  return (
    <div className="@container/side flex h-full flex-col overflow-y-auto bg-rail">
      <div className="px-3 pt-2 pb-2">{head}</div>
      <nav aria-label={label} className="min-h-48 flex-1 overflow-y-auto pb-4 ps-2">
        {children}
      </nav>
      {foot}
    </div>
  )
}

const wide = '@max-[8rem]/side:sr-only'

export function NavSection({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className="not-first:mt-3 @max-[8rem]/side:not-first:border-t @max-[8rem]/side:not-first:pt-3">
      {label && <h2 className={classNames('px-2 pb-1 text-small text-ink-soft', wide)}>{label}</h2>}
      <ul>{children}</ul>
    </div>
  )
}

type NavItemProps = {
  /** A router link: `<Link to={paths.history()} />`. */
  render: ReactElement<Record<string, unknown>>
  icon: LucideIcon
  label: string
  current?: boolean
  /** As text: "2 running", "2 to sign". */
  count?: string
  /** What the count requires: nothing, an action by the user, or a check of failures. */
  asks?: 'nothing' | 'you' | 'look'
  /** The shortcut's second letter, while G waits for one. */
  letter?: string
}

export function NavItem({
  render,
  icon: Icon,
  label,
  current,
  count,
  asks = 'nothing',
  letter,
}: NavItemProps) {
  return (
    <li>
      {cloneElement(render, {
        'aria-current': current ? 'page' : undefined,
        title: label,
        className: classNames(
          'relative flex min-h-(--size-control-md) items-center gap-2 rounded-s-mark border border-e-0 border-transparent ps-2 pe-4 focus-visible:focus-inset @max-[8rem]/side:pe-0',
          current
            ? 'border-line-strong bg-canvas font-medium text-ink before:absolute before:-inset-y-px before:-start-px before:w-(--spine) before:rounded-s-mark before:bg-accent'
            : 'text-ink-soft hover:bg-hover hover:text-ink',
        ),
        children: (
          <>
            <Icon
              className={classNames('@max-[8rem]/side:mx-1.5', current ? 'text-accent' : 'text-ink-soft')}
            />
            <span className={classNames('min-w-0 flex-1', wide)}>{label}</span>
            {letter ? (
              <span className="@max-[8rem]/side:hidden">
                <Kbd>{letter}</Kbd>
              </span>
            ) : (
              count && (
                <span
                  className={classNames(
                    'text-small',
                    wide,
                    asks === 'you' && 'font-strong text-accent',
                    asks === 'look' && 'font-medium text-bad',
                    asks === 'nothing' && 'font-regular text-ink-soft',
                  )}
                >
                  {count}
                </span>
              )
            )}
          </>
        ),
      })}
    </li>
  )
}

/** Below the links: credits, the account. */
export function SidebarFoot({ children }: { children: ReactNode }) {
  return <div className="border-t border-line-strong px-4 py-3 @max-[8rem]/side:px-2">{children}</div>
}

type CreditsProps = {
  label: string
  now: string
  of: string
  percent: number
  note: string
  render: ReactElement<Record<string, unknown>>
}

/** The remaining credits, and until when they last. The whole element links to billing. */
export function SidebarCredits({ label, now, of, percent, note, render }: CreditsProps) {
  return cloneElement(render, {
    title: `${label}: ${now} ${of}`,
    className:
      'block rounded-mark text-small text-ink-soft @max-[8rem]/side:py-3 touch:@max-[8rem]/side:py-5',
    children: (
      <>
        <span className={classNames('flex justify-between gap-2', wide)}>
          {label}
          <span>
            <strong className="font-strong text-ink">{now}</strong> {of}
          </span>
        </span>
        <span className="my-1.5 block h-[3px] bg-line-strong">
          <span className="block h-full bg-accent" style={{ width: `${Math.min(100, percent)}%` }} />
        </span>
        <span className={classNames('block', wide)}>{note}</span>
      </>
    ),
  })
}

/** The signed-in user with their menu. */
export function SidebarAccount({ avatar, name, menu }: { avatar: ReactNode; name: string; menu: ReactNode }) {
  return (
    <div className="flex items-center gap-2 @max-[8rem]/side:flex-col">
      {avatar}
      <span translate="no" className={classNames('min-w-0 flex-1 truncate', wide)}>
        {name}
      </span>
      {menu}
    </div>
  )
}
