import {
  ArchiveIcon,
  BookmarkIcon,
  CheckIcon,
  DownloadIcon,
  EllipsisIcon,
  EyeOffIcon,
  FileTextIcon,
  HistoryIcon,
  LayoutGridIcon,
  LinkIcon,
  ListIcon,
  LoaderIcon,
  RepeatIcon,
  RotateCcwIcon,
  Share2Icon,
  SignatureIcon,
  SlidersHorizontalIcon,
  Trash2Icon,
  WebhookIcon,
  WifiOffIcon,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { BatchName } from '../ui/batch-name.tsx'
import { BulkBar } from '../ui/bulk-bar.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Palette } from '../ui/command-palette.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DayHeading } from '../ui/day-heading.tsx'
import { DropZone } from '../ui/drop-zone.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import type { Family } from '../ui/family.ts'
import { FamilyGroup } from '../ui/family-group.tsx'
import { FamilyIcon } from '../ui/family-icon.tsx'
import { Field } from '../ui/field.tsx'
import { FileName } from '../ui/file-name.tsx'
import { FilterChip } from '../ui/filter-chip.tsx'
import { HotkeyHints } from '../ui/hotkey-hints.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Input } from '../ui/input.tsx'
import { Logo } from '../ui/logo.tsx'
import { Menu } from '../ui/menu.tsx'
import { Meter } from '../ui/meter.tsx'
import { Motif, type MotifState } from '../ui/motif.tsx'
import { NextRun } from '../ui/next-run.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { PasswordInput } from '../ui/password-input.tsx'
import { Popover } from '../ui/popover.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { NavItem, NavSection, Sidebar, SidebarAccount, SidebarCredits, SidebarFoot } from '../ui/sidebar.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Slider } from '../ui/slider.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import { Steps } from '../ui/steps.tsx'
import { Switch } from '../ui/switch.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { TargetPicker } from '../ui/target-picker.tsx'
import { TextButton } from '../ui/text-button.tsx'
import { Textarea } from '../ui/textarea.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { Toast } from '../ui/toast.tsx'
import { showToast } from '../ui/toaster.tsx'
import { type Transfer, TransferList, TransfersBar } from '../ui/transfers.tsx'
import { VirtualList } from '../ui/virtual-list.tsx'

/** Every part in every state, for whoever builds or mends one. Development only: its words are not translated. */
export default function Components() {
  return (
    <main className="mx-auto max-w-page p-4 pb-16 md:p-10 md:pt-7">
      <h1 className="title mb-4 flex flex-wrap items-baseline gap-3 text-display">
        Components{' '}
        <span className="font-sans text-body tracking-normal text-ink-soft">every part and every state</span>
      </h1>
      <div className="grid gap-4 md:grid-cols-12">
        <TypePart />
        <ColourPart />
        <MotifPart />
        <StatePart />
        <ButtonPart />
        <FieldPart />
        <ChoicePart />
        <TabPart />
        <DropPart />
        <FloatingPart />
        <PalettePart />
        <ToastPart />
        <NothingPart />
        <ProgressPart />
        <RowPart />
        <BulkPart />
        <ConvertPart />
        <FramePart />
        <ListPart />
      </div>
    </main>
  )
}

const SPANS = {
  3: 'md:col-span-6 lg:col-span-3',
  4: 'md:col-span-6 lg:col-span-4',
  5: 'md:col-span-6 lg:col-span-5',
  6: 'md:col-span-12 lg:col-span-6',
  7: 'md:col-span-12 lg:col-span-7',
  8: 'md:col-span-12 lg:col-span-8',
  12: 'md:col-span-12',
}

function Part({
  title,
  span,
  flush,
  children,
}: {
  title: string
  span: keyof typeof SPANS
  flush?: boolean
  children: ReactNode
}) {
  return (
    <section
      className={`min-w-0 rounded-sheet border border-line-strong bg-surface ${SPANS[span]} ${flush ? '' : 'p-4 pt-3'}`}
    >
      <h2 className={`title mb-3 text-lead ${flush ? 'px-4 pt-3' : ''}`}>{title}</h2>
      {children}
    </section>
  )
}

function Shown({ as, children }: { as: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      {children}
      <p className="mt-1.5 text-micro text-ink-soft">{as}</p>
    </div>
  )
}

const nothing = () => {}

function TypePart() {
  const sizes: [string, string, string][] = [
    ['display 34/40', 'title text-display', 'Site photos'],
    ['figure 28/32', 'title text-figure', '1,482'],
    ['title 22/28', 'title text-title', 'Convert'],
    ['lead 17/24', 'title text-lead', 'Next run'],
    ['read 15/24', 'text-read', 'Open until Friday 27 November'],
    ['body 13/20', 'text-body', 'Rendering slide 27 of 48'],
    ['small 12/16', 'text-small', '12 pages, 3 form fields'],
    ['micro 11/16', 'text-micro', 'quoted'],
    ['mono 12', 'mono text-small', 'PDF/A-2b whk_5T2Q9'],
  ]
  return (
    <Part title="Type" span={4}>
      <dl className="grid grid-cols-[96px_1fr] items-baseline gap-y-2">
        {sizes.map(([name, look, text]) => (
          <div key={name} className="contents">
            <dt className="text-micro text-ink-soft">{name}</dt>
            <dd className={look}>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        <Logo />
      </p>
    </Part>
  )
}

const FAMILIES: [Family, string][] = [
  ['document', 'Documents'],
  ['image', 'Images'],
  ['font', 'Fonts'],
  ['video', 'Video'],
  ['model', 'Models'],
]

function ColourPart() {
  const roles =
    'canvas rail surface raised hover sunk inverse line line-strong control ink ink-soft ink-faint paper accent accent-strong accent-tint ok warn bad bad-tint'
  const whos = [1, 2, 3, 4, 5, 6]
  return (
    <Part title="Colour" span={8}>
      <ul className="grid grid-cols-4 gap-x-2 gap-y-1.5 text-micro text-ink-soft sm:grid-cols-7">
        {roles.split(' ').map((role) => (
          <li key={role}>
            <span
              className="mb-1 block h-9 border border-line-strong"
              style={{ background: `var(--color-${role})` }}
            />
            {role}
          </li>
        ))}
      </ul>
      <ul className="mt-3 grid grid-cols-3 gap-2 text-micro text-ink-soft sm:grid-cols-5">
        {FAMILIES.map(([family, name]) => (
          <li key={family} data-family={family}>
            <span className="mb-1 grid h-9 place-items-center border-e-(length:--spine) border-(--family) bg-(--family-tint)">
              <FamilyIcon family={family} />
            </span>
            {name}
          </li>
        ))}
      </ul>
      <ul className="mt-3 grid grid-cols-3 gap-2 text-micro text-ink-soft sm:grid-cols-6">
        {whos.map((who) => (
          <li key={who}>
            <span
              className="mb-1 block h-5 border"
              style={{ background: `var(--color-who-${who}-tint)`, borderColor: `var(--color-who-${who})` }}
            />
            who-{who}
          </li>
        ))}
      </ul>
    </Part>
  )
}

const BEST = [
  { value: 'pdfa', label: 'PDF/A', note: 'keeps for years' },
  { value: 'docx', label: 'DOCX', note: 'can be edited' },
  { value: 'html', label: 'HTML', note: 'for the web' },
]
const KINDS = [
  {
    name: 'Documents',
    items: [
      { value: 'pdf', label: 'PDF' },
      { value: 'odt', label: 'ODT', words: 'opendocument' },
      { value: 'rtf', label: 'RTF' },
    ],
  },
  {
    name: 'Text',
    items: [
      { value: 'txt', label: 'TXT', words: 'plain' },
      { value: 'md', label: 'MD', words: 'markdown' },
    ],
  },
]

const MOTIFS: [
  name: string,
  does: string,
  state: MotifState & { from: string; to: string; family: Family },
][] = [
  [
    'Ready',
    'Dashed. The target is a button that opens the list; quoted price beside it.',
    { state: 'ready', from: 'DOCX', to: 'PDF/A', family: 'document' },
  ],
  [
    'Uploading',
    'The source box fills. Bytes, speed, time left.',
    { state: 'uploading', percent: 62, says: 'Uploading', from: 'TIFF', to: 'WebP', family: 'image' },
  ],
  [
    'Converting',
    'The line fills to a tick, only with a percent the engine reports.',
    {
      state: 'converting',
      percent: 56,
      says: 'Rendering slide 27 of 48',
      from: 'PPTX',
      to: 'PDF',
      family: 'document',
    },
  ],
  [
    'Stage only',
    'A segment floats on a dashed line. Stage, step, time so far.',
    { state: 'stage', says: 'Meshing surfaces', from: 'STEP', to: 'GLB', family: 'model' },
  ],
  [
    'Done',
    'Solid line, tinted target. Size, what was saved, next steps.',
    { state: 'done', from: 'HEIC', to: 'AVIF', family: 'image' },
  ],
  [
    'Failed',
    'The line breaks where it stopped. Cause, charge, one way on.',
    { state: 'failed', percent: 40, from: 'MOV', to: 'MP4', family: 'video' },
  ],
  [
    'Cancelled',
    'Dashed grey, dashed target.',
    { state: 'cancelled', from: 'STL', to: 'STEP', family: 'model' },
  ],
  [
    'Expired',
    'All grey. The facts stay, the file is gone.',
    { state: 'expired', from: 'TTF', to: 'WOFF2', family: 'font' },
  ],
]

function MotifPart() {
  const [target, setTarget] = useState('pdfa')
  return (
    <Part title="From → to, every state" span={8}>
      <ul className="divide-y divide-line">
        {MOTIFS.map(([name, does, motif]) => (
          <li
            key={name}
            className="grid min-h-11 items-center gap-x-4 gap-y-2 py-2 sm:grid-cols-[224px_130px_1fr] lg:grid-cols-[224px_130px_76px_1fr]"
          >
            <Motif
              {...motif}
              picker={
                name === 'Ready' ? (
                  <TargetPicker best={BEST} kinds={KINDS} value={target} onChange={setTarget} />
                ) : undefined
              }
            />
            <span>
              <Motif {...motif} size="compact" />
            </span>
            <span className="text-small font-medium">{name}</span>
            <span className="text-small text-ink-soft max-lg:col-span-full">{does}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function StatePart() {
  return (
    <Part title="State words" span={4}>
      <ul className="grid gap-2">
        <li>
          <StatusWord status="ready">Ready</StatusWord>
        </li>
        <li>
          <StatusWord status="waiting">Waiting</StatusWord>
        </li>
        <li>
          <StatusWord status="uploading">Uploading, 62%</StatusWord>
        </li>
        <li>
          <StatusWord status="working">Meshing surfaces</StatusWord>
        </li>
        <li>
          <StatusWord status="done">Done</StatusWord>
        </li>
        <li>
          <StatusWord status="verified">Verified</StatusWord>
        </li>
        <li>
          <StatusWord status="soon">Expires in 22 h</StatusWord>
        </li>
        <li>
          <StatusWord status="warning">Failing since 11:01</StatusWord>
        </li>
        <li>
          <StatusWord status="failed">Ends early</StatusWord>
        </li>
        <li>
          <StatusWord status="cancelled">Cancelled</StatusWord>
        </li>
        <li>
          <StatusWord status="expired">Expired</StatusWord>
        </li>
        <li>
          <StatusWord status="stored">Stored</StatusWord>
        </li>
      </ul>
      <p className="mt-3 flex flex-wrap gap-1.5">
        <Badge>Draft</Badge>
        <Badge tone="accent">This one</Badge>
        <Badge tone="ok">Default</Badge>
        <Badge tone="warn">Running out</Badge>
        <Badge tone="bad">Revoked</Badge>
      </p>
      <p className="mt-3 flex items-center gap-2 text-small text-ink-soft">
        <Avatar kind="person" name="Maren Okafor" />
        <Avatar kind="recipient" who={2} name="Tom Beckett" />
        <Avatar kind="business" name="Northbank Lettings" size={32} colour="#1f4d3f" />
        <Thumbnail family="model" size={28} />
        person, recipient, business, file
      </p>
    </Part>
  )
}

function ButtonPart() {
  return (
    <Part title="Buttons" span={6}>
      <div className="flex flex-wrap items-start gap-x-2.5 gap-y-3">
        <Shown as="rest">
          <Button look="primary">Convert</Button>
        </Shown>
        <Shown as="working">
          <Button look="primary" working verb="Converting">
            Convert
          </Button>
        </Shown>
        <Shown as="disabled">
          <Button look="primary" disabled>
            Convert
          </Button>
        </Shown>
        <Shown as="with a reason">
          <Button disabled reason="Choose a target first.">
            Convert
          </Button>
        </Shown>
        <Shown as="second">
          <Button>Dry run</Button>
        </Shown>
        <Shown as="ghost">
          <Button look="ghost" icon={BookmarkIcon}>
            Presets
          </Button>
        </Shown>
        <Shown as="remove">
          <Button look="danger">Remove…</Button>
        </Shown>
        <Shown as="confirm remove">
          <Button look="danger-solid">Remove 3 files</Button>
        </Shown>
        <Shown as="24">
          <Button size={24}>Small</Button>
        </Shown>
        <Shown as="28">
          <Button size={28}>Compact</Button>
        </Shown>
        <Shown as="a link">
          <Button render={<a href="#link">All history</a>}>All history</Button>
        </Shown>
        <Shown as="36">
          <Button look="primary" size={36} hotkey="Ctrl ↵">
            Large
          </Button>
        </Shown>
        <Shown as="icon">
          <IconButton name="Download" icon={DownloadIcon} hotkey="D" />
        </Shown>
        <Shown as="on">
          <IconButton name="Options" icon={SlidersHorizontalIcon} on />
        </Shown>
        <Shown as="new">
          <IconButton name="Notices, 2 new" icon={HistoryIcon} dot />
        </Shown>
        <Shown as="framed">
          <IconButton name="More" icon={EllipsisIcon} framed />
        </Shown>
        <Shown as="in text">
          <TextButton>Compare</TextButton>
        </Shown>
      </div>
    </Part>
  )
}

const DAYS = [
  { value: '3', label: 'Every 3 days' },
  { value: '7', label: 'Every week', note: 'On the weekday it was sent' },
  { value: '0', label: 'Off' },
] as const

function FieldPart() {
  const [days, setDays] = useState<'3' | '7' | '0'>('3')
  const [target, setTarget] = useState<string | null>('odt')
  const [query, setQuery] = useState('lease')
  return (
    <Part title="Fields" span={6}>
      <div className="grid gap-x-3 gap-y-3 sm:grid-cols-2">
        <Field label="File name">
          <Input defaultValue="invoice-{n}.pdf" />
        </Field>
        <Field label="Storage" help="Your plan sets this.">
          <Input disabled defaultValue="Set by the plan" />
        </Field>
        <Field label="Web address" error="Use https. Plain http would send your secret unprotected.">
          <Input defaultValue="http://hooks.harbour.example" />
        </Field>
        <Field
          label="Password"
          aside={
            <a className="link" href="#forgotten">
              Forgotten it?
            </a>
          }
        >
          <PasswordInput defaultValue="correct horse" />
        </Field>
        <Field label="Remind">
          <Select options={DAYS} value={days} onChange={setDays} />
        </Field>
        <Field label="Remind, off">
          <Select options={DAYS} value="0" onChange={setDays} disabled />
        </Field>
        <Field label="Save as">
          <Combobox label="Save as" groups={KINDS} value={target} onChange={setTarget} mono />
        </Field>
        <Field label="Message">
          <Textarea defaultValue="The lease for Unit 4, to read and sign." rows={2} />
        </Field>
        <SearchInput
          label="Search history"
          placeholder="Name, format or id"
          value=""
          onChange={nothing}
          hotkey="/"
        />
        <SearchInput label="Search files" value={query} onChange={setQuery} />
      </div>
    </Part>
  )
}

function ChoicePart() {
  const [pin, setPin] = useState('pin')
  const [view, setView] = useState('chart')
  const [on, setOn] = useState(true)
  const [tick, setTick] = useState(true)
  const [role, setRole] = useState<string | null>('signer')
  const [axis, setAxis] = useState<[number, number]>([400, 600])
  const [quality, setQuality] = useState(82)
  return (
    <Part title="Choices" span={5}>
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-4">
          <Segmented
            label="Optical size"
            value={pin}
            onChange={setPin}
            options={[
              { value: 'keep', label: 'Keep' },
              { value: 'pin', label: 'Pin 14' },
              { value: 'drop', label: 'Drop' },
            ]}
          />
          <Segmented
            label="View"
            value={view}
            onChange={setView}
            options={[
              { value: 'chart', label: 'Chart', icon: LayoutGridIcon },
              { value: 'table', label: 'Table', icon: ListIcon },
            ]}
          />
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Checkbox label="Off" checked={false} onChange={nothing} />
          <Checkbox label="On" checked={tick} onChange={setTick} />
          <Checkbox label="Mixed" checked={false} mixed onChange={nothing} />
          <Checkbox label="Disabled" checked disabled onChange={nothing} />
          <Switch label="Off" checked={false} onChange={nothing} />
          <Switch label="Kerning" checked={on} onChange={setOn} />
          <Switch label="Disabled" checked disabled onChange={nothing} />
          <Checkbox checked={tick} onChange={setTick}>
            Trust this device for 30 days
          </Checkbox>
        </div>
        <div className="grid gap-3 sm:grid-cols-2">
          <div className="grid content-start gap-2">
            <Slider label="Weight axis" min={300} max={700} step={10} value={axis} onChange={setAxis} />
            <Slider label="Quality" min={1} max={100} value={quality} onChange={setQuality} />
          </div>
          <RadioGroup
            legend="What they do"
            value={role}
            onChange={setRole}
            options={[
              { value: 'signer', label: 'Signs' },
              { value: 'copy', label: 'Gets a copy', note: 'When everyone has signed' },
            ]}
          />
        </div>
      </div>
    </Part>
  )
}

function TabPart() {
  const [tab, setTab] = useState('fields')
  return (
    <Part title="Tabs and chips" span={4} flush>
      <Tabs
        label="Panels"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'fields', label: 'Fields', panel: <Chips /> },
          { value: 'outline', label: 'Outline', panel: <p className="p-4">The outline</p> },
          { value: 'notes', label: 'Notes', count: 3, panel: <p className="p-4">The notes</p> },
        ]}
      />
    </Part>
  )
}

function Chips() {
  return (
    <div className="flex flex-wrap gap-2 p-4">
      <FilterChip label="Date" value="Last 30 days" onClear={nothing} icon={HistoryIcon} />
      <Popover label="Family" trigger={<FilterChip label="Family" hotkey="F" />}>
        <Checkbox checked={false} onChange={nothing}>
          Documents
        </Checkbox>
      </Popover>
      <FilterChip label="Status" />
    </div>
  )
}

function DropPart() {
  return (
    <Part title="Drop place" span={3}>
      <div className="grid grid-cols-2 gap-2 text-center text-small text-ink-soft">
        <DropZone className="grid min-h-14 place-items-center px-2">Drop files anywhere</DropZone>
        <DropZone className="grid min-h-14 place-items-center px-2" over="Let go to add 7 files">
          Drop files anywhere
        </DropZone>
      </div>
      <p className="mt-2 text-small text-ink-soft">At rest, and with files over the window.</p>
    </Part>
  )
}

function FloatingPart() {
  const [open, setOpen] = useState<'plain' | 'named' | 'sheet' | null>(null)
  const close = (next: boolean) => !next && setOpen(null)
  return (
    <Part title="Menu, popover, dialog, sheet" span={5}>
      <div className="flex flex-wrap gap-2">
        <Menu
          align="start"
          trigger={<Button icon={EllipsisIcon}>Menu</Button>}
          entries={[
            { label: 'Download', icon: DownloadIcon, hotkey: 'D', onSelect: nothing },
            { label: 'Share…', icon: Share2Icon, hotkey: 'S', onSelect: nothing },
            { label: 'Run again', icon: RotateCcwIcon, hotkey: 'R', onSelect: nothing },
            { label: 'Send for signature', icon: SignatureIcon, disabled: true, onSelect: nothing },
            'line',
            { label: 'Remove…', icon: Trash2Icon, hotkey: 'Del', danger: true, onSelect: nothing },
          ]}
        />
        <Popover
          label="Options for Halyard Text Variable.ttf"
          trigger={<Button icon={SlidersHorizontalIcon}>Options</Button>}
          head={<Motif size="compact" family="font" state="ready" from="TTF" to="WOFF2" />}
          foot={
            <>
              <span className="me-auto text-small">
                41 KB, <strong>1 credit</strong>
              </span>
              <Button size={28}>Save</Button>
              <Button size={28} look="primary" hotkey="↵">
                Apply
              </Button>
            </>
          }
        >
          <div className="grid gap-2">
            <Field inline label="Keep glyphs">
              <Select
                size={28}
                options={[{ value: 'latin', label: 'Latin, Latin Extended' }]}
                value="latin"
                onChange={nothing}
              />
            </Field>
            <Field inline label="Kerning">
              <Switch checked onChange={nothing} />
            </Field>
          </div>
        </Popover>
        <Button onClick={() => setOpen('plain')}>Dialog</Button>
        <Button onClick={() => setOpen('named')}>Typed name</Button>
        <Button onClick={() => setOpen('sheet')}>Sheet</Button>
      </div>
      <ConfirmDialog
        open={open === 'plain'}
        onOpenChange={close}
        title="Remove 3 files?"
        keep="Keep"
        act="Remove 3 files"
        verb="Removing"
        working={false}
        onConfirm={() => setOpen(null)}
      >
        The results and the originals go at once. 2 shares that point at them stop working.
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'named'}
        onOpenChange={close}
        title="Close Harbour & Co?"
        keep="Keep it"
        act="Close the business"
        verb="Closing"
        working={false}
        typeName="Harbour & Co"
        onConfirm={() => setOpen(null)}
      >
        Its 4 members lose access, and 214 files go after 30 days.
      </ConfirmDialog>
      <Sheet
        open={open === 'sheet'}
        onOpenChange={close}
        title="Your signature"
        foot={
          <Button look="primary" wide size={36}>
            Use signature
          </Button>
        }
      >
        <p>Draw, type or upload.</p>
      </Sheet>
      <div className="mt-4 rounded-sheet border border-line-strong bg-raised shadow-dialog">
        <div className="p-4">
          <h3 className="title text-lead">Remove 3 files?</h3>
          <p className="mt-1 text-ink-soft">
            The results and the originals go at once. 2 shares that point at them stop working.
          </p>
        </div>
        <div className="flex justify-end gap-2 border-t border-line px-4 py-2.5">
          <Button>Keep</Button>
          <Button look="danger-solid">Remove 3 files</Button>
        </div>
      </div>
    </Part>
  )
}

function PalettePart() {
  const [query, setQuery] = useState('lease')
  return (
    <Part title="Command palette" span={7}>
      <div className="rounded-sheet border border-line-strong bg-raised shadow-pop">
        <Palette
          query={query}
          onQueryChange={setQuery}
          groups={[
            {
              name: 'Files',
              items: [
                {
                  id: 'f1',
                  label: 'Lease, 14 Harbour Row (final).docx',
                  icon: FileTextIcon,
                  hotkey: '↵',
                  onSelect: nothing,
                },
              ],
            },
            {
              name: 'Actions',
              items: [
                {
                  id: 'a1',
                  label: 'Send a lease for signature',
                  icon: SignatureIcon,
                  hotkey: 'G S',
                  onSelect: nothing,
                },
              ],
            },
            {
              name: 'Pages',
              items: [
                {
                  id: 'p1',
                  label: 'History',
                  icon: HistoryIcon,
                  words: ['lease'],
                  hotkey: 'G H',
                  onSelect: nothing,
                },
              ],
            },
          ]}
        />
      </div>
    </Part>
  )
}

function ToastPart() {
  return (
    <Part title="Toasts" span={4}>
      <div className="grid gap-2">
        <Toast
          icon={CheckIcon}
          text="3 files hidden"
          action={{ label: 'Undo', onClick: nothing }}
          onClose={nothing}
        />
        <Toast
          icon={LoaderIcon}
          turning
          text="Making a ZIP of 41 files, 60%"
          action={{ label: 'Stop', onClick: nothing }}
        />
        <Toast icon={WifiOffIcon} text="Offline. 2 uploads wait and go on by themselves" />
        <Button onClick={() => showToast({ text: '3 files hidden', undo: nothing })}>Say one</Button>
      </div>
    </Part>
  )
}

function NothingPart() {
  return (
    <>
      <Part title="Empty" span={4}>
        <Empty icon={LinkIcon} title="No shares yet" action={{ label: 'Share a file', onClick: nothing }}>
          A share is a link to a file that ends when you say.
        </Empty>
      </Part>
      <Part title="Error" span={4}>
        <Failure
          title="The list did not load"
          action={{ label: 'Try again', onClick: nothing }}
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

function ProgressPart() {
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

function RowPart() {
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
          <span role="columnheader">
            <Checkbox label="Select all" checked={false} mixed={picked} onChange={nothing} />
          </span>
          <HeadCell>File</HeadCell>
          <HeadCell>From → to</HeadCell>
          <HeadCell sort="descending" onSort={nothing}>
            Status
          </HeadCell>
          <HeadCell end sort="none" onSort={nothing}>
            Charged
          </HeadCell>
        </TableHead>
        <div role="row">
          <div role="cell">
            <DayHeading name="Today" note="Saturday 21 November" />
          </div>
        </div>
        <Row className="bg-hover">
          <Cell>
            <Checkbox label="Select the batch" checked={false} mixed onChange={nothing} />
          </Cell>
          <Cell className="sm:col-span-3">
            <BatchName
              name="Harbour Row handover"
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

function BulkPart() {
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
            { key: 'T', does: 'Target' },
            { key: 'O', does: 'Options' },
            { key: '?', does: 'All keys' },
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

function FileRow({
  family,
  name,
  facts,
  children,
  price,
  says,
}: {
  family: Family
  name: string
  facts: string
  children: ReactNode
  price: string
  says: string
}) {
  return (
    <div className="grid items-center gap-x-4 gap-y-2 p-3 sm:min-h-(--size-row-file) sm:grid-cols-[44px_minmax(0,1fr)_268px_56px] sm:py-2">
      <Thumbnail family={family} />
      <div className="min-w-0">
        <FileName name={name} strong />
        <p className="text-small text-ink-soft">{facts}</p>
      </div>
      <div className="max-sm:col-span-full">{children}</div>
      <div className="text-end max-sm:hidden">
        <p className="font-medium">{price}</p>
        <p className="text-small text-ink-soft">{says}</p>
      </div>
    </div>
  )
}

function ConvertPart() {
  const [target, setTarget] = useState('pdfa')
  return (
    <div className="grid items-start gap-4 md:col-span-12 xl:grid-cols-[minmax(0,1fr)_268px]">
      <div>
        <FamilyGroup family="document" name="Documents" count={2}>
          <FileRow
            family="document"
            name="Lease, 14 Harbour Row (final).docx"
            facts="12 pages, 3 form fields"
            price="2"
            says="quoted"
          >
            <Motif
              state="ready"
              from="DOCX"
              to="PDF/A"
              note="PDF/A-2b, fonts embedded"
              picker={<TargetPicker best={BEST} kinds={KINDS} value={target} onChange={setTarget} />}
            />
          </FileRow>
          <FileRow
            family="document"
            name="Q3 board pack.pptx"
            facts="48 slides, 24.6 MB"
            price="4"
            says="held"
          >
            <Motif
              state="converting"
              percent={56}
              says="Rendering slide 27 of 48"
              from="PPTX"
              to="PDF"
              note="Rendering slide 27 of 48"
              figure={
                <>
                  <strong className="font-strong text-ink">56%</strong>, 38 s left
                </>
              }
            />
          </FileRow>
        </FamilyGroup>
        <FamilyGroup family="image" name="Images" count={1}>
          <FileRow family="image" name="IMG_4821.HEIC" facts="4032 × 3024, 3.1 MB" price="1" says="charged">
            <Motif
              state="done"
              from="HEIC"
              to="AVIF"
              note="412 KB, 87% smaller"
              figure={
                <span className="flex gap-3">
                  <TextButton>Compare</TextButton>
                  <TextButton>Share</TextButton>
                  <TextButton>Store</TextButton>
                </span>
              }
            />
          </FileRow>
        </FamilyGroup>
        <FamilyGroup family="video" name="Video" count={1}>
          <FileRow
            family="video"
            name="drone-roof-survey-take-2.mov"
            facts="1.2 GB, length unknown"
            price="0"
            says="charged"
          >
            <Motif state="failed" percent={30} from="MOV" to="MP4" note="The recording ends early" />
          </FileRow>
        </FamilyGroup>
      </div>
      <NextRun
        result={<StatusWord status="verified">Dry run passed</StatusWord>}
        lines={[
          { id: '1', from: 'DOCX', to: 'PDF/A', family: 'document', measure: '12 pages', price: '2' },
          { id: '2', from: 'TTF', to: 'WOFF2', family: 'font', measure: '1 file', price: '1' },
          { id: '3', from: 'TIFF', to: 'WebP', family: 'image', measure: '75 MP', price: '3' },
        ]}
        note="WebP starts when the upload is in."
        total="6"
        balanceAfter="1,476 of 2,000"
        action={
          <Button look="primary" size={36} wide hotkey="Ctrl ↵">
            Convert 3 files
          </Button>
        }
        promise="Never more than quoted. A file that fails costs nothing."
      />
    </div>
  )
}

function FramePart() {
  const link = (to: string) => <a href={`#${to}`}>{to}</a>
  const bar = (
    <Sidebar
      label="Areas"
      head={
        <span className="flex min-h-9 items-center px-1 @max-[8rem]/side:hidden">
          <Logo />
        </span>
      }
      foot={
        <>
          <SidebarFoot>
            <SidebarCredits
              render={link('billing')}
              label="Credits"
              now="1,482"
              of="of 2,000"
              percent={74}
              note="Lasts to about 9 December"
            />
          </SidebarFoot>
          <SidebarFoot>
            <SidebarAccount
              avatar={<Avatar kind="person" name="Maren Okafor" />}
              name="Maren Okafor"
              menu={<IconButton name="Account" icon={EllipsisIcon} size={24} />}
            />
          </SidebarFoot>
        </>
      }
    >
      <NavSection>
        <NavItem render={link('overview')} icon={LayoutGridIcon} label="Overview" letter="O" />
        <NavItem render={link('convert')} icon={RepeatIcon} label="Convert" count="2 running" current />
        <NavItem render={link('history')} icon={HistoryIcon} label="History" />
      </NavSection>
      <NavSection label="Paper">
        <NavItem render={link('signing')} icon={SignatureIcon} label="Signing" count="2 to sign" asks="you" />
        <NavItem render={link('webhooks')} icon={WebhookIcon} label="Webhooks" count="3 failed" asks="look" />
      </NavSection>
    </Sidebar>
  )
  return (
    <div className="flex h-105 min-w-0 overflow-hidden rounded-sheet border border-line-strong bg-canvas md:col-span-12">
      <div className="w-(--size-sidebar) flex-none border-e border-line-strong max-sm:hidden">{bar}</div>
      <div className="w-(--size-rail) flex-none border-e border-line-strong">{bar}</div>
      <div className="min-w-0 flex-1">
        <PageHeader
          title="Convert"
          note="7 files, started 10:42"
          actions={<Button>New batch</Button>}
          frame={<IconButton name="Notices" icon={HistoryIcon} />}
        />
        <div className="p-4">
          <Panel
            title="Sessions"
            note="3 open"
            actions={
              <Button size={28} look="danger">
                Sign out the others
              </Button>
            }
            flush
          >
            <p className="p-4">A sheet with a head, rows and a foot.</p>
          </Panel>
        </div>
      </div>
    </div>
  )
}

type Line = { id: string; day?: string }
const LINES: Line[] = Array.from({ length: 10_000 }, (_, index) => ({
  id: `INV-2026-${index}.docx`,
  day: index % 40 === 0 ? `Day ${index / 40 + 1}` : undefined,
}))

function ListPart() {
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
