import {
  BookmarkIcon,
  DownloadIcon,
  EllipsisIcon,
  HistoryIcon,
  LayoutGridIcon,
  ListIcon,
  SlidersHorizontalIcon,
} from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { CodeInput } from '../code-input.tsx'
import { Combobox } from '../combobox.tsx'
import { Field } from '../field.tsx'
import { IconButton } from '../icon-button.tsx'
import { Input } from '../input.tsx'
import { PasswordInput } from '../password-input.tsx'
import { RadioGroup } from '../radio-group.tsx'
import { SearchInput } from '../search-input.tsx'
import { Segmented } from '../segmented.tsx'
import { Select } from '../select.tsx'
import { Slider } from '../slider.tsx'
import { Switch } from '../switch.tsx'
import { TextButton } from '../text-button.tsx'
import { Textarea } from '../textarea.tsx'
import { nothing, Part, Shown } from './part.tsx'
import { KINDS } from './samples.tsx'

export function ButtonPart() {
  return (
    <Part title="Buttons" span={6}>
      <div className="flex flex-wrap items-start gap-x-2.5 gap-y-3">
        <Shown as="rest">
          <Button variant="primary">Convert</Button>
        </Shown>
        <Shown as="working">
          <Button variant="primary" working verb="Converting">
            Convert
          </Button>
        </Shown>
        <Shown as="disabled">
          <Button variant="primary" disabled>
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
          <Button variant="ghost" icon={BookmarkIcon}>
            Presets
          </Button>
        </Shown>
        <Shown as="remove">
          <Button variant="danger">Remove…</Button>
        </Shown>
        <Shown as="confirm remove">
          <Button variant="danger-solid">Remove 3 files</Button>
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
          <Button variant="primary" size={36} hotkey="Ctrl ↵">
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
      <CodePart />
    </Part>
  )
}

const DAYS = [
  { value: '3', label: 'Every 3 days' },
  { value: '7', label: 'Every week', note: 'On the weekday it was sent' },
  { value: '0', label: 'Off' },
] as const

export function FieldPart() {
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
              Forgot password?
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

export function ChoicePart() {
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

function CodePart() {
  const [code, setCode] = useState('4180')
  return (
    <div className="mt-5 max-w-form">
      <Field label="Verification code" help="Enter the 6-digit code from your authenticator app.">
        <CodeInput value={code} onChange={setCode} />
      </Field>
    </div>
  )
}
