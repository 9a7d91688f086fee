import { ArchiveIcon, EyeOffIcon, LinkIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../banner.tsx'
import { BatchName } from '../batch-name.tsx'
import { BulkBar } from '../bulk-bar.tsx'
import { Checkbox } from '../checkbox.tsx'
import { DayHeading } from '../day-heading.tsx'
import { Empty } from '../empty.tsx'
import { Failure } from '../failure.tsx'
import { FamilyIcon } from '../family-icon.tsx'
import { FamilyMeter } from '../family-meter.tsx'
import { FileName } from '../file-name.tsx'
import { HotkeyHints } from '../hotkey-hints.tsx'
import { Meter } from '../meter.tsx'
import { Motif } from '../motif.tsx'
import { ProgressLine } from '../progress-line.tsx'
import { Skeleton } from '../skeleton.tsx'
import { StatusWord } from '../status-word.tsx'
import { Steps } from '../steps.tsx'
import { Cell, DayRow, HeadCell, Row, Table, TableHead } from '../table.tsx'
import { type Transfer, TransferList, TransfersBar } from '../transfers.tsx'
import { VirtualList } from '../virtual-list.tsx'
import { nothing, Part } from './part.tsx'

export function NothingPart() {
  return (
    <>
      <Part title="Empty" span={4}>
        <Empty icon={LinkIcon} title="No shares yet" action={{ label: 'Share file', onClick: nothing }}>
          A share is a link to a file that ends when you say.
        </Empty>
      </Part>
      <Part title="Error" span={4}>
        <Failure
          title="The list did not load"
          action={{ label: 'Retry', onClick: nothing }}
          requestId="req_8F2KQ1"
        >
          The service answered 503. Nothing was changed or charged.
        </Failure>
      </Part>
      <Part title="Loading" span={4}>
        <Skeleton />
      </Part>
    </>
  )
}

const TRANSFERS: Transfer[] = [
  {
    id: '1',
    name: 'storefront-panorama-stitched.tiff',
    says: '256 of 412 MB, 9 s left',
    percent: 62,
    state: 'going',
    onPause: nothing,
    onCancel: nothing,
  },
  {
    id: '2',
    name: 'site-survey-2026-11.zip',
    says: 'Paused at 188 MB',
    percent: 31,
    state: 'paused',
    onResume: nothing,
    onCancel: nothing,
  },
  {
    id: '3',
    name: 'drone-roof-take-3.mov',
    says: 'Connection lost, tries again in 8 s',
    percent: 12,
    state: 'failed',
    onRetry: nothing,
    onCancel: nothing,
  },
  { id: '4', name: 'Inventory.docx', says: 'Waiting', state: 'waiting', onFirst: nothing, onCancel: nothing },
]

export function ProgressPart() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Part title="Progress and meters" span={4}>
        <div className="grid gap-4 text-small">
          <div>
            <p className="mb-1 flex justify-between">
              <span>Uploads, 2 of 6</span>
              <span className="text-ink-soft">48%</span>
            </p>
            <ProgressLine label="Uploads" percent={48} />
          </div>
          <div>
            <p className="mb-1 flex justify-between">
              <span>Paused</span>
              <span className="text-ink-soft">31%</span>
            </p>
            <ProgressLine label="Paused" percent={31} state="paused" />
          </div>
          <Meter
            label="Storage"
            says="38.4 GB of 50 GB"
            percent={77}
            forecast={83}
            note="About 41 GB on 30 November, full on 2 January"
          />
          <Meter
            label="Cap"
            says="518 of 1,000 credits"
            percent={52}
            forecast={100}
            note="Reached about 27 November, runs wait then"
            warn
          />
          <FamilyMeter
            parts={[
              { family: 'document', value: 12, label: 'Documents', says: '12 MB' },
              { family: 'image', value: 30, label: 'Images', says: '30 MB' },
            ]}
            stays={0.8}
            empty="Nothing is kept."
          />
          <Steps done={2} total={5} says="2 of 5 fields" />
        </div>
      </Part>
      <Part title="Upload tray, open" span={4} flush>
        <div className="border-t border-line">
          <TransferList transfers={TRANSFERS} />
        </div>
      </Part>
      <Part title="Transfers" span={12} flush>
        <TransfersBar
          count="2 of 6 done"
          facts={['18.4 MB/s', '1 min 40 s left']}
          percent={58}
          transfers={TRANSFERS}
          open={open}
          onOpenChange={setOpen}
          paused={false}
          onPauseAll={nothing}
        />
      </Part>
    </>
  )
}

export function RowPart() {
  const [open, setOpen] = useState(true)
  const [picked, setPicked] = useState(true)
  return (
    <Part title="Table rows" span={7} flush>
      <Table
        label="Conversions"
        columns="24px minmax(0,1fr) 132px 88px 64px"
        narrow="24px minmax(0,1fr) auto"
      >
        <TableHead>
          <HeadCell>
            <Checkbox label="Select all" checked={false} mixed={picked} onChange={nothing} />
          </HeadCell>
          <HeadCell>File</HeadCell>
          <HeadCell>From → to</HeadCell>
          <HeadCell sort="descending" onSort={nothing}>
            Status
          </HeadCell>
          <HeadCell end sort="none" onSort={nothing}>
            Charged
          </HeadCell>
        </TableHead>
        <DayRow name="Today" note="Saturday 21 November" />
        <Row className="bg-hover">
          <Cell>
            <Checkbox label="Select the batch" checked={false} mixed onChange={nothing} />
          </Cell>
          <Cell className="sm:col-span-3">
            <BatchName
              name="Harbour Row handover"
              files="Q3 board pack.pptx and 5 more"
              code="8F2K"
              count="6 files"
              counts={{ document: 2, image: 1, font: 1, video: 1, model: 1 }}
              open={open}
              onToggle={() => setOpen(!open)}
            />
          </Cell>
          <Cell end className="font-medium">
            3
          </Cell>
        </Row>
        {(['rest', 'selected', 'failed', 'focus'] as const).map((kind) => (
          <Row
            key={kind}
            family="image"
            selected={kind === 'selected' && picked}
            tabIndex={kind === 'focus' ? 0 : undefined}
          >
            <Cell>
              <Checkbox
                label={`Select, ${kind}`}
                checked={kind === 'selected' && picked}
                onChange={setPicked}
              />
            </Cell>
            <Cell spine>
              <FamilyIcon family="image" small />
              <FileName name="look-03-boots-final-retouched.psd" />
            </Cell>
            <Cell className="max-sm:hidden">
              <Motif size="compact" state={kind === 'failed' ? 'failed' : 'done'} from="PSD" to="PNG" />
            </Cell>
            <Cell className="max-sm:col-start-2">
              {kind === 'failed' ? (
                <StatusWord status="failed">Password</StatusWord>
              ) : (
                <StatusWord status="done">Done</StatusWord>
              )}
            </Cell>
            <Cell end className="max-sm:col-start-3 max-sm:row-start-1">
              <span className="text-small text-ok">−1</span> <span className="font-medium">3</span>
            </Cell>
          </Row>
        ))}
      </Table>
    </Part>
  )
}

export function BulkPart() {
  return (
    <Part title="Bulk bar, hints, banners" span={5}>
      <BulkBar
        says="3 selected"
        onClear={nothing}
        actions={[
          { label: 'Download 2 as ZIP', icon: ArchiveIcon, hotkey: 'Z', main: true, onClick: nothing },
          { label: 'Hide', icon: EyeOffIcon, hotkey: 'H', onClick: nothing },
          { label: 'Remove…', icon: Trash2Icon, hotkey: 'Del', onClick: nothing },
        ]}
      />
      <div className="mt-3">
        <HotkeyHints
          keys={[
            { key: '↑ ↓', does: 'Move' },
            { key: 'T', does: 'Output format' },
            { key: 'O', does: 'Options' },
            { key: '?', does: 'Keyboard shortcuts' },
          ]}
        />
      </div>
      <div className="mt-3 -mx-4 border-t border-line-strong">
        <Banner kind="offline">Offline. What you see is from 10:41.</Banner>
        <Banner kind="stale" action={{ label: 'Load it', onClick: nothing }}>
          A newer version is here.
        </Banner>
        <Banner kind="warn">Credits last to about 27 November.</Banner>
        <Banner kind="bad">Payment failed. Runs stop on 1 December.</Banner>
      </div>
    </Part>
  )
}

type Line = { id: string; day?: string }

const LINES: Line[] = Array.from({ length: 10_000 }, (_, index) => ({
  id: `INV-2026-${index}.docx`,
  day: index % 40 === 0 ? `Day ${index / 40 + 1}` : undefined,
}))

export function ListPart() {
  return (
    <Part title="A long list" span={12} flush>
      <VirtualList
        label="10,000 rows"
        className="h-60 border-t border-line"
        items={LINES}
        keyOf={(line) => line.id}
        heightOf={(line) => (line.day ? 36 : 32)}
        isHeading={(line) => line.day !== undefined}
      >
        {(line) =>
          line.day ? (
            <DayHeading name={line.day} />
          ) : (
            <div className="flex h-8 items-center border-b border-line px-4">{line.id}</div>
          )
        }
      </VirtualList>
    </Part>
  )
}
