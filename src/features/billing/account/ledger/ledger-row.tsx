import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ArrowUpRightIcon, CoinsIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { LedgerLine } from '../../../../api/billing.ts'
import { classNames } from '../../../../lib/class-names.ts'
import { formatTime } from '../../../../lib/format-date.ts'
import { formatCode, formatLabel } from '../../../../lib/format-label.ts'
import { formatNumber } from '../../../../lib/format-number.ts'
import { Button } from '../../../../ui/button.tsx'
import { FileName } from '../../../../ui/file-name.tsx'
import { Motif } from '../../../../ui/motif.tsx'
import { Cell, Row } from '../../../../ui/table.tsx'
import { AreaIcon } from '../area-icon.tsx'
import { isFamily } from '../areas.ts'
import { KIND_NAMES, SOURCE_NAMES, useLotName } from '../labels.ts'
import { causePath } from './cause.ts'
import { type Explanation, explain } from './explain.ts'

/** Heights of an expanded entry's explanation, for the virtual list. */
const LINE = 24
const AROUND = 60
export const explanationHeight = (line: LedgerLine): number => explain(line).length * LINE + AROUND

type LedgerRowProps = {
  line: LedgerLine
  index: number
  /** The height of the collapsed row in pixels. */
  height: number
  isOpen: boolean
  focusable: boolean
  withMember: boolean
  onToggle: () => void
  onFocus: () => void
}

/** An entry: what, why, lot, amount and balance. Expanded, it shows its explanation. */
export function LedgerRow(props: LedgerRowProps) {
  const { line, index, height, isOpen, focusable, withMember, onToggle, onFocus } = props
  const { t, i18n } = useLingui()
  const lotName = useLotName()
  const { area, cause, kind, credits, balance, lots, created_at, entry_id, created_by_name: by } = line
  const family = area !== null && isFamily(area) ? area : undefined
  const [first, ...others] = lots
  const name = cause?.name ?? i18n._(KIND_NAMES[kind])
  return (
    <>
      <Row
        {...(family && { family, spine: true })}
        selected={isOpen}
        aria-rowindex={index + 2}
        data-row={String(entry_id)}
        tabIndex={focusable ? 0 : -1}
        onFocus={onFocus}
        onClick={onToggle}
        style={{ height }}
        className="cursor-pointer max-sm:content-center max-sm:gap-y-0.5"
      >
        <Cell faint className="max-sm:order-4 max-sm:text-end max-sm:text-small">
          {formatTime(new Date(created_at), { locale: i18n.locale })}
        </Cell>
        <Cell className="flex items-center gap-2 max-sm:order-1">
          {area ? <AreaIcon area={area} /> : <CoinsIcon className="text-ink-soft" />}
          {/* The row toggles on click; the button exposes it to screen readers. */}
          <button type="button" tabIndex={-1} aria-expanded={isOpen} className="flex min-w-0 text-start">
            {cause ? <FileName name={name} /> : <span className="truncate text-ink-soft">{name}</span>}
          </button>
        </Cell>
        <Cell faint className="max-sm:order-3">
          <Cause line={line} />
        </Cell>
        {withMember && (
          <Cell faint className="truncate max-sm:hidden" translate="no">
            {by ?? '–'}
          </Cell>
        )}
        <Cell faint className="truncate max-sm:hidden" translate="no">
          {first ? lotName(first) : '–'}
          {others.length > 0 && ` +${formatNumber(others.length, i18n.locale)}`}
        </Cell>
        <Cell end className={classNames('font-medium max-sm:order-2', credits > 0 && 'text-ok')}>
          {credits > 0 && '+'}
          {formatNumber(credits, i18n.locale)}
        </Cell>
        <Cell end className="max-sm:hidden">
          {formatNumber(balance, i18n.locale)}
        </Cell>
      </Row>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a <table>
        // biome-ignore lint/a11y/useFocusableInteractive: what is in it has the focus
        <div role="row">
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          <div
            role="cell"
            className="border-b border-line bg-accent-tint px-4 py-2 sm:ps-24 sm:pe-6"
            style={{ height: explanationHeight(line) }}
          >
            <dl className="grid max-w-xl">
              {explain(line).map((one, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an entry never change
                <ExplanationLine key={at} line={one} />
              ))}
            </dl>
            <p className="mt-2 flex items-center justify-end gap-3">
              <OpenCause line={line} />
              <span className="mono text-small text-ink-soft select-all">{t`Entry ${entry_id}`}</span>
            </p>
          </div>
        </div>
      )}
    </>
  )
}

function OpenCause({ line }: { line: LedgerLine }) {
  const { t, i18n } = useLingui()
  const path = causePath(line)
  if (path === null) return null
  const cause = i18n._(SOURCE_NAMES[line.source])
  return (
    <Button size={28} endIcon={ArrowUpRightIcon} render={<Link to={path} />}>
      {t`Open ${cause}`}
    </Button>
  )
}

function Cause({ line: { cause, kind, source, quoted, credits, area } }: { line: LedgerLine }) {
  const { t, i18n } = useLingui()
  if (source === 'conversion' && cause?.source_format && cause.target_format) {
    const released = (quoted ?? 0) + credits
    return (
      <span className="flex items-center gap-2">
        <Motif
          state="done"
          size="compact"
          {...(area !== null && isFamily(area) && { family: area })}
          codes={[formatCode(cause.source_format), formatCode(cause.target_format)]}
          from={formatLabel(cause.source_format)}
          to={formatLabel(cause.target_format)}
        />
        {released > 0 && (
          <span className="truncate text-small max-lg:hidden">{t`${formatNumber(released, i18n.locale)} less than quoted`}</span>
        )}
      </span>
    )
  }
  const word = i18n._(SOURCE_NAMES[source])
  return (
    <span className="block truncate">
      {kind === 'grant' || kind === 'charge' ? word : `${word}: ${i18n._(KIND_NAMES[kind])}`}
    </span>
  )
}

function ExplanationLine({ line }: { line: Explanation }) {
  const { t, i18n } = useLingui()
  const lotName = useLotName()
  const number = (value: number) => formatNumber(value, i18n.locale)
  const [name, value, tone] = ((): [string, string, string?] => {
    switch (line.kind) {
      case 'rate': {
        const rate = number(line.rate)
        if (line.unit === 'page') {
          const pages = t({ message: plural(line.units, { one: '# page', other: '# pages' }) })
          return [t`Quoted: ${rate} per page × ${pages}`, number(line.credits)]
        }
        const files = t({ message: plural(line.units, { one: '# file', other: '# files' }) })
        return [t`Quoted: ${rate} per file × ${files}`, number(line.credits)]
      }
      case 'quoted':
        return [t`Quoted`, number(line.credits)]
      case 'charged':
        return [t`Charged on completion`, number(line.credits)]
      case 'released':
        return [t`Released`, number(line.credits), 'text-ok']
      case 'lot':
        return [t`Lot: ${lotName(line.lot)}`, number(line.lot.credits)]
      case 'reason':
        return [t`Reason: ${line.text}`, '']
      case 'by':
        return [t`Source: ${line.name}`, '']
    }
  })()
  return (
    <div className="flex h-6 justify-between gap-4">
      <dt className="truncate" title={name}>
        {name}
      </dt>
      <dd className={classNames('flex-none', tone)}>{value}</dd>
    </div>
  )
}
