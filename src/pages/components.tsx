import {
  BookmarkIcon,
  CheckIcon,
  DownloadIcon,
  EllipsisIcon,
  LinkIcon,
  SlidersHorizontalIcon,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Field } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Input } from '../ui/input.tsx'
import { Motif } from '../ui/motif.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusWord } from '../ui/status-word.tsx'
import { Toast } from '../ui/toast.tsx'

export default function Components() {
  return (
    <main className="p-4 md:p-10">
      <div className="grid gap-4 md:grid-cols-2">
        <Panel title="From to">
          <div className="grid gap-3">
            {(['regular', 'compact'] as const).map((size) => (
              <div key={size} className="grid gap-3">
                <Motif size={size} family="document" state="ready" from="DOCX" to="PDF/A" />
                <Motif
                  size={size}
                  family="image"
                  state="uploading"
                  percent={62}
                  says="x"
                  from="TIFF"
                  to="WebP"
                />
                <Motif
                  size={size}
                  family="document"
                  state="converting"
                  percent={56}
                  says="x"
                  from="PPTX"
                  to="PDF"
                  note="Rendering slide 27 of 48"
                  figure="56%, 38 s left"
                />
                <Motif size={size} family="model" state="stage" says="x" from="STEP" to="GLB" />
                <Motif size={size} family="image" state="done" from="HEIC" to="AVIF" />
                <Motif size={size} family="video" state="failed" from="MOV" to="MP4" note="Ends early" />
                <Motif size={size} family="model" state="cancelled" from="STL" to="STEP" />
                <Motif size={size} family="font" state="expired" from="TTF" to="WOFF2" />
              </div>
            ))}
          </div>
        </Panel>
        <Panel title="Buttons">
          <div className="flex flex-wrap gap-2">
            <Button look="primary">Convert</Button>
            <Button look="primary" working verb="Converting">
              Convert
            </Button>
            <Button disabled>Convert</Button>
            <Button>Dry run</Button>
            <Button look="ghost" icon={BookmarkIcon}>
              Presets
            </Button>
            <Button look="danger">Remove…</Button>
            <Button look="danger-solid">Remove 3 files</Button>
            <Button size={24}>Small</Button>
            <Button size={28}>Compact</Button>
            <Button look="primary" size={36} hotkey="Ctrl ↵">
              Large
            </Button>
            <IconButton name="Download" icon={DownloadIcon} />
            <IconButton name="Options" icon={SlidersHorizontalIcon} on />
            <IconButton name="More" icon={EllipsisIcon} />
          </div>
        </Panel>
        <Panel title="Fields">
          <Field label="Web address" error="Use https. Plain http would send your secret unprotected.">
            <Input defaultValue="http://hooks.harbour.example" />
          </Field>
          <Field label="Remind">
            <Select options={[{ value: 'a', label: 'Every 3 days' }]} value="a" onChange={() => {}} />
          </Field>
          <Checkbox checked onChange={() => {}}>
            Yes
          </Checkbox>
          <StatusWord status="failed">Ends early</StatusWord>
          <Badge tone="ok">Default</Badge>
          <Toast
            icon={CheckIcon}
            text="3 files hidden"
            action={{ label: 'Undo', onClick: () => {} }}
            onClose={() => {}}
          />
          <Skeleton />
        </Panel>
        <Panel title="Empty">
          <Empty icon={LinkIcon} title="No shares yet" action={{ label: 'Share a file', onClick: () => {} }}>
            A share is a link to a file that ends when you say.
          </Empty>
          <Failure
            title="The list did not load"
            requestId="req_8F2KQ1"
            action={{ label: 'Try again', onClick: () => {} }}
          >
            The service answered 503. Nothing was changed or charged.
          </Failure>
        </Panel>
      </div>
    </main>
  )
}
