import { useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { DetailedWebhookStats, EventType } from '../../../api/webhooks.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { Panel } from '../../../ui/panel.tsx'
import { Bone } from '../../../ui/skeleton.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../../ui/table.tsx'
import { Coming } from '../../problems/index.ts'
import type { Bars } from './bars.ts'
import { READ } from './series.ts'
import { useFigureLabels } from './use-figure-labels.ts'

type TypeFigures = DetailedWebhookStats['types'][number]

const COLUMNS = 'minmax(0,1fr) minmax(56px,0.3fr) minmax(44px,0.3fr) minmax(48px,0.3fr) minmax(56px,0.3fr)'
const NARROW = 'repeat(4, auto) minmax(0,1fr)'

const ROW = (
  <>
    <Bone className="h-3 w-36" />
    <span className="flex-1" />
    <Bone className="h-3 w-8" />
    <Bone className="h-3 w-8" />
    <Bone className="h-3 w-12" />
  </>
)

type TypesPanelProps = {
  bars: Bars
  /** Undefined until loaded. */
  types: readonly TypeFigures[] | undefined
  paused: boolean
  /** The event type that the list is filtered by. */
  filter: EventType | null
  /** The list's URL for a type; null if the catalog does not contain it. */
  pathOf: (type: string) => string | null
}

/** Deliveries by event type, with their success rate: each links to its deliveries. */
export function TypesPanel({ bars, types, paused, filter, pathOf }: TypesPanelProps) {
  const { t } = useLingui()
  const { words, period } = useFigureLabels(bars)
  return (
    <Panel title={t`Events by type`} note={types && period} flush className="flex flex-col">
      {types === undefined ? (
        <div className="max-h-61 overflow-hidden">
          <Coming paused={paused} rows={7} row={ROW} />
        </div>
      ) : types.length === 0 ? (
        <p className="grid flex-1 place-items-center px-4 py-8 text-center text-ink-soft">
          {t`No events were sent in the last ${period}.`}
        </p>
      ) : (
        <section
          aria-label={t`Events by type`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
          tabIndex={0}
          className="max-h-80 overflow-auto rounded-b-sheet focus-visible:focus-inset sm:max-h-61"
        >
          <Table
            label={t`Events by type`}
            columns={COLUMNS}
            narrow={NARROW}
            className="[&>*:last-child]:border-b-0"
          >
            <div className="sticky top-0 z-1 bg-surface">
              <TableHead>
                <HeadCell>{t`Event`}</HeadCell>
                {READ.map((name) => (
                  <HeadCell key={name} end>
                    {words[name]}
                  </HeadCell>
                ))}
                <HeadCell end>{t`Median`}</HeadCell>
              </TableHead>
            </div>
            {types.map((one) => (
              <TypeRow
                key={one.type}
                of={one}
                bars={bars}
                selected={one.type === filter}
                to={pathOf(one.type)}
              />
            ))}
          </Table>
        </section>
      )}
    </Panel>
  )
}

type TypeRowProps = { of: TypeFigures; bars: Bars; selected: boolean; to: string | null }

function TypeRow({ of, bars, selected, to }: TypeRowProps) {
  const { t } = useLingui()
  const { number, words } = useFigureLabels(bars)
  const { type, median_ms } = of
  return (
    <Row selected={selected} className="py-1.5 text-small max-sm:gap-y-0.5">
      <Cell className="max-sm:col-span-5">
        {to ? (
          <Link
            to={to}
            replace
            preventScrollReset
            aria-current={selected || undefined}
            translate="no"
            className="mono after:absolute after:inset-0 hover:underline focus-visible:after:focus-inset"
          >
            <Breakable name={type} />
          </Link>
        ) : (
          <span translate="no" className="mono">
            <Breakable name={type} />
          </span>
        )}
      </Cell>
      {READ.map((name) => (
        <Cell
          key={name}
          end
          className={classNames(
            'max-sm:text-start',
            of[name] === 0 ? 'text-ink-faint' : name === 'failed' ? 'font-medium text-bad' : 'text-ink',
          )}
        >
          <span className="text-ink-soft sm:hidden">{words[name]} </span>
          {number(of[name])}
        </Cell>
      ))}
      <Cell end faint title={median_ms === null ? undefined : t`Median response`}>
        <span className="sr-only sm:hidden">{t`Median`} </span>
        {median_ms === null ? '–' : formatDuration(median_ms)}
      </Cell>
    </Row>
  )
}

/** Allows line breaks after dots in narrow columns. */
const Breakable = ({ name }: { name: string }) =>
  name.split('.').map((part, at, all) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
    <Fragment key={at}>
      {part}
      {at < all.length - 1 && (
        <>
          .<wbr />
        </>
      )}
    </Fragment>
  ))
