import {
  EllipsisIcon,
  HistoryIcon,
  LayoutGridIcon,
  RepeatIcon,
  SignatureIcon,
  WebhookIcon,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Avatar } from '../avatar.tsx'
import { Button } from '../button.tsx'
import type { Family } from '../family.ts'
import { FamilyGroup } from '../family-group.tsx'
import { FileName } from '../file-name.tsx'
import { IconButton } from '../icon-button.tsx'
import { Logo } from '../logo.tsx'
import { Motif } from '../motif.tsx'
import { NextRun } from '../next-run.tsx'
import { PageHeader } from '../page-header.tsx'
import { Panel } from '../panel.tsx'
import { NavItem, NavSection, Sidebar, SidebarAccount, SidebarCredits, SidebarFoot } from '../sidebar.tsx'
import { StatusWord } from '../status-word.tsx'
import { TargetPicker } from '../target-picker.tsx'
import { TextButton } from '../text-button.tsx'
import { Thumbnail } from '../thumbnail.tsx'
import { BEST, KINDS } from './samples.tsx'

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

export function ConvertPart() {
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
        unit="credits"
        balanceAfter="1,476 of 2,000"
        action={
          <Button variant="primary" size={36} wide hotkey="Ctrl ↵">
            Convert 3 files
          </Button>
        }
        promise="Never more than quoted. A file that fails costs nothing."
      />
    </div>
  )
}

export function FramePart() {
  const link = (to: string) => <a href={`#${to}`}>{to}</a>
  const bar = (name: string) => (
    <Sidebar
      label={name}
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
      <div className="w-(--size-sidebar) flex-none border-e border-line-strong max-sm:hidden">
        {bar('Areas')}
      </div>
      <div className="w-(--size-rail) flex-none border-e border-line-strong">{bar('Areas, folded')}</div>
      <div className="min-w-0 flex-1">
        <PageHeader
          title="Convert"
          note="7 files, started 10:42"
          actions={<Button>New batch</Button>}
          frame={<IconButton name="Notifications" icon={HistoryIcon} />}
        />
        <div className="p-4">
          <Panel
            title="Sessions"
            note="3 open"
            actions={
              <Button size={28} variant="danger">
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
