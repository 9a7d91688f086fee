import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import { StatusLink } from '../status/link/index.ts'

type SignPageProps = { title: string; lead?: ReactNode; children: ReactNode; foot?: ReactNode }

/** The layout of sign-in and sign-up: a form, and on wide screens an illustration next to it. */
export function SignPage({ title, lead, children, foot }: SignPageProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <title>{`${title} – Filewright`}</title>
      <main className="mx-auto flex w-full max-w-[28rem] flex-col px-4 py-8 sm:px-8 lg:max-w-none lg:px-32 lg:py-10">
        <p>
          <Logo />
        </p>
        <div className="my-auto w-full max-w-96 py-10 text-read">
          <h1 className="title text-display">{title}</h1>
          {lead && <p className="mt-1 text-ink-soft">{lead}</p>}
          {children}
        </div>
        <footer className="flex max-w-96 justify-between gap-4 text-small text-ink-soft">
          {foot}
          <StatusLink />
        </footer>
      </main>
      <SpecimenSheet />
    </div>
  )
}

/** An illustration with the motif; decorative, so it is hidden from screen readers. */
function SpecimenSheet() {
  return (
    <div
      aria-hidden="true"
      className="hidden content-center justify-center gap-6 border-s border-line-strong bg-surface lg:grid"
    >
      {SPECIMENS.map(([family, from, to]) => (
        <div key={from} className="motif w-72" data-state="done" data-size="regular" data-family={family}>
          <span className="motif-box motif-from">{from}</span>
          <span className="motif-line" />
          <span className="motif-box motif-target">{to}</span>
        </div>
      ))}
    </div>
  )
}

const SPECIMENS = [
  ['document', 'DOCX', 'PDF'],
  ['image', 'HEIC', 'AVIF'],
  ['font', 'TTF', 'WOFF2'],
  ['video', 'MOV', 'MP4'],
  ['model', 'STEP', 'GLB'],
] as const
