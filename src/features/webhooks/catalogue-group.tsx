import { useLingui } from '@lingui/react/macro'
import { ChevronDownIcon, ChevronUpIcon } from 'lucide-react'
import type { CatalogEntry } from '../../api/webhooks.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EVERY_EVENT, type EventGroup, isChosen, withGroup, withType } from './catalogue.ts'

type CatalogueGroupProps = {
  group: EventGroup
  /** Its entries that match the search. */
  shown: readonly CatalogEntry[]
  open: boolean
  onOpen: (open: boolean) => void
  patterns: ReadonlySet<string>
  onChange: (patterns: Set<string>) => void
  focused: string | null
  onFocus?: (type: string) => void
}

/** A group's header with its events. While all events are selected, they only show samples. */
export function CatalogueGroup(props: CatalogueGroupProps) {
  const { group, shown, open, onOpen, patterns, onChange, focused, onFocus } = props
  const { t, i18n } = useLingui()
  const name = useGroupName()(group.name)
  const every = patterns.has(EVERY_EVENT)
  const chosen = group.entries.filter(({ type }) => isChosen(patterns, type)).length
  const count = group.entries.length
  const whole = chosen === count
  const number = (value: number) => formatNumber(value, i18n.locale)
  const [some, all] = [number(chosen), number(count)]
  return (
    <div>
      <div
        data-line=""
        data-group={group.name}
        className="flex min-h-9 items-center gap-2.5 border-b border-line bg-canvas ps-4 pe-2 touch:min-h-11"
      >
        <Checkbox
          label={t`All events in ${name}`}
          checked={whole}
          mixed={chosen > 0 && !whole}
          disabled={every}
          onChange={(on) => onChange(withGroup(patterns, group, on))}
        />
        <span className="font-medium">{name}</span>
        <span className="text-small text-ink-soft">{t`${some} of ${all}`}</span>
        {whole && !every && group.pattern && (
          <span className="mono truncate text-small text-ink-soft" translate="no">
            {group.pattern}
          </span>
        )}
        <span className="ms-auto">
          <IconButton
            name={open ? t`Collapse ${name}` : t`Expand ${name}`}
            icon={open ? ChevronUpIcon : ChevronDownIcon}
            aria-expanded={open}
            onClick={() => onOpen(!open)}
          />
        </span>
      </div>
      {open &&
        shown.map(({ type, last_30_days }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: what is in it has the focus; it only shows which one
          <div
            key={type}
            data-line=""
            data-group={group.name}
            className={classNames(
              'relative flex min-h-8 items-center gap-2.5 border-b border-line ps-10 pe-4 touch:min-h-11',
              'before:absolute before:inset-y-0 before:start-0 before:w-(--spine)',
              type === focused ? 'bg-accent-tint before:bg-accent' : 'hover:bg-hover',
            )}
            onFocus={() => onFocus?.(type)}
          >
            <EventBox
              type={type}
              checked={isChosen(patterns, type)}
              every={every}
              focused={type === focused}
              onChange={(on) => onChange(withType(patterns, group, type, on))}
              {...(onFocus && { onSample: () => onFocus(type) })}
            />
            <span className="flex-none text-small text-ink-soft">
              {last_30_days === 0 ? '–' : <Monthly count={number(last_30_days)} />}
            </span>
          </div>
        ))}
    </div>
  )
}

function Monthly({ count }: { count: string }) {
  const { t } = useLingui()
  return (
    <>
      {t`about ${count}`}
      <span className="max-sm:hidden"> {t`per month`}</span>
    </>
  )
}

type EventBoxProps = {
  type: string
  checked: boolean
  every: boolean
  focused: boolean
  onChange: (on: boolean) => void
  onSample?: () => void
}

/** With samples the name shows one; otherwise it is the checkbox's label. */
function EventBox({ type, checked, every, focused, onChange, onSample }: EventBoxProps) {
  const { t } = useLingui()
  const name = 'mono min-w-0 truncate text-small'
  if (!onSample)
    return (
      <span className="min-w-0 flex-1">
        <Checkbox checked={checked} disabled={every} onChange={onChange}>
          <span className={name} translate="no">
            {type}
          </span>
        </Checkbox>
      </span>
    )
  return (
    <>
      <Checkbox label={type} checked={checked} disabled={every} onChange={onChange} />
      <button
        type="button"
        // The checkbox is the tab stop; this is for the pointer.
        tabIndex={every ? 0 : -1}
        aria-label={t`Show sample of ${type}`}
        aria-pressed={focused}
        className={`${name} flex-1 self-stretch rounded-mark text-start`}
        translate="no"
        onClick={onSample}
      >
        {type}
      </button>
    </>
  )
}

/** The catalog's group names are English; unknown ones are not translated. */
function useGroupName(): (name: string) => string {
  const { t } = useLingui()
  const names: Record<string, string> = {
    Conversions: t`Conversions`,
    Batches: t`Batches`,
    Pipelines: t`Pipelines`,
    Signing: t`Signing`,
    'Share links': t`Share links`,
    Files: t`Files`,
    Storage: t`Storage`,
    Credits: t`Credits`,
    Businesses: t`Businesses`,
    Account: t`Account`,
    Webhooks: t`Webhooks`,
  }
  return (name) => names[name] ?? name
}
