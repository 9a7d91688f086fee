import {
  CheckIcon,
  DownloadIcon,
  EllipsisIcon,
  FileTextIcon,
  HistoryIcon,
  LoaderIcon,
  RotateCcwIcon,
  Share2Icon,
  SignatureIcon,
  SlidersHorizontalIcon,
  Trash2Icon,
  WifiOffIcon,
} from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { Palette } from '../command-palette.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { DropArea } from '../drop-area.tsx'
import { Field } from '../field.tsx'
import { FilterChip } from '../filter-chip.tsx'
import { Menu } from '../menu.tsx'
import { Motif } from '../motif.tsx'
import { Popover } from '../popover.tsx'
import { Select } from '../select.tsx'
import { Sheet } from '../sheet.tsx'
import { Switch } from '../switch.tsx'
import { Tabs } from '../tabs.tsx'
import { Toast } from '../toast.tsx'
import { showToast } from '../toaster.tsx'
import { nothing, Part } from './part.tsx'

export function TabPart() {
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

export function DropPart() {
  return (
    <Part title="Drop place" span={3}>
      <div className="grid grid-cols-2 gap-2 text-center text-small text-ink-soft">
        <DropArea className="grid min-h-14 place-items-center px-2">Drop files anywhere</DropArea>
        <DropArea className="grid min-h-14 place-items-center px-2" hint="Drop to add 7 files">
          Drop files anywhere
        </DropArea>
      </div>
      <p className="mt-2 text-small text-ink-soft">At rest, and with files over the window.</p>
    </Part>
  )
}

export function FloatingPart() {
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
              <Button size={28} variant="primary" hotkey="↵">
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
          <Button variant="primary" wide size={36}>
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
          <Button variant="danger-solid">Remove 3 files</Button>
        </div>
      </div>
    </Part>
  )
}

export function PalettePart() {
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

export function ToastPart() {
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
