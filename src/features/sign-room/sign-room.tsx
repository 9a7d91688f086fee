import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { TextButton } from '../../ui/text-button.tsx'
import {
  type PageView,
  PdfBar,
  PdfViewer,
  preloadPdf,
  usePdf,
  usePdfHandle,
  useViewer,
} from '../pdf/index.ts'
import { herePath, Title } from '../public-page/index.ts'
import type { RoomProps } from '../signing-page/index.ts'
import { Decline } from './decline.tsx'
import { Finish } from './finish.tsx'
import { OnPage } from './on-page.tsx'
import { StepPanel } from './step-panel.tsx'
import { inOrder, isDone } from './steps.ts'
import './sign-room.css'
import { forgetFilled, useFilled } from './use-filled.ts'
import { useKindWords } from './use-kind-words.ts'

// On its way with this code, and not after it.
preloadPdf()

/** The document, and what is to be filled in, one after the other. */
export function SignRoom({ view, token, sign, decline, said }: RoomProps) {
  const { t } = useLingui()
  const words = useKindWords()
  const { document, fields, me, sender, title } = view
  const pdf = usePdf({ url: herePath(document?.content_url ?? '') })
  const handle = usePdfHandle()
  const { filled, setValue, setMark } = useFilled(view, `${token.slice(0, 8)} ${document?.sha256 ?? ''}`)
  const steps = useMemo(() => inOrder(fields), [fields])
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      steps.findIndex((field) => !isDone(field, filled)),
    ),
  )
  const [declining, setDeclining] = useState(false)
  const current = steps[at] ?? null
  const left = steps.filter((field) => !isDone(field, filled)).length
  const acts = me.role === 'signer' || me.role === 'approver'

  const go = useCallback(
    (to: number) => {
      setAt(to)
      const place = steps[to]?.places[0]
      if (place) handle.goTo(place.page, { x: place.rect.x, y: place.rect.y + place.rect.height + 60 })
    },
    [steps, handle],
  )
  // The first step is in sight as soon as there are pages.
  const there = useViewer(handle, (state) => state.pages > 0)
  const begun = useRef(false)
  useEffect(() => {
    if (!there || begun.current) return
    begun.current = true
    go(at)
  }, [there, go, at])
  /** The next that is still to be filled in; behind the last of them comes the end. */
  function next() {
    const behind = steps.findIndex((field, index) => index > at && !isDone(field, filled))
    const before = steps.findIndex((field) => !isDone(field, filled))
    go(behind >= 0 ? behind : before >= 0 ? before : steps.length)
  }
  const overlay = useCallback(
    (page: PageView) => (
      <OnPage
        page={page}
        fields={fields}
        shown={view.shown}
        filled={filled}
        current={current?.id ?? null}
        onChoose={(id) => go(steps.findIndex((field) => field.id === id))}
      />
    ),
    [fields, view.shown, filled, current, go, steps],
  )
  async function send() {
    await sign({ values: filled.values, signature: filled.signature, initials: filled.initials })
    forgetFilled()
  }

  return (
    <main className="fixed inset-0 flex flex-col bg-sunk pt-[env(safe-area-inset-top)] lg:grid lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_minmax(0,1fr)]">
      <header className="flex flex-none flex-wrap items-center gap-3 border-b border-line-strong bg-surface px-4 py-2 lg:col-span-2">
        <div className="min-w-0 flex-1 [&_.landing-title]:truncate [&_.landing-title]:text-lead">
          <Title focus={false} {...(title && { name: title })}>
            {title}
          </Title>
          <p className="truncate text-small text-ink-soft">
            <bdi>{sender.name}</bdi>
          </p>
        </div>
        {said && <div className="order-first w-full">{said}</div>}
        {acts && (
          <TextButton onClick={() => setDeclining(true)}>
            <Trans>Decline</Trans>
          </TextButton>
        )}
      </header>
      <div className="relative min-h-0 min-w-0 flex-1">
        <PdfViewer
          pdf={pdf}
          handle={handle}
          label={t`Pages of ${title ?? ''}`}
          overlay={overlay}
          fields={false}
        />
        <PdfBar handle={handle} />
      </div>
      {acts && (
        <aside
          aria-label={t`What is to be filled in`}
          className="max-h-[60dvh] flex-none overflow-y-auto border-t border-line-strong bg-surface px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] lg:max-h-none lg:border-s lg:border-t-0 lg:p-6"
        >
          {current ? (
            <StepPanel
              key={current.id}
              number={at + 1}
              count={steps.length}
              page={current.places[0]?.page ?? 1}
              field={current}
              label={current.label || words[current.kind]}
              filled={filled}
              name={me.name}
              token={token}
              onValue={setValue}
              onMark={setMark}
              onBack={() => go(at - 1)}
              onNext={next}
            />
          ) : (
            <Finish view={view} onBack={steps.length > 0 ? () => go(steps.length - 1) : null} send={send} />
          )}
          <p role="status" className="sr-only">
            {left === 0 ? t`Everything is filled in.` : ''}
          </p>
        </aside>
      )}
      <Decline from={sender.name} open={declining} onClose={() => setDeclining(false)} decline={decline} />
    </main>
  )
}
