import './signing-form.css'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRightIcon } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { type PageView, PdfBar, PdfViewer, preloadPdf, usePdf, usePdfHandle } from '../../pdf/viewer/index.ts'
import { herePath } from '../../public-page/index.ts'
import type { RoomProps } from '../recipient/index.ts'
import { Decline } from './decline.tsx'
import { Delegate } from './delegate.tsx'
import { Finish } from './finish.tsx'
import { type DialogName, Head } from './head.tsx'
import { OnPage } from './on-page.tsx'
import { Panel } from './panel.tsx'
import { People } from './people.tsx'
import { StepPanel } from './step-panel.tsx'
import { useCovered } from './use-covered.ts'
import { forgetFilled, useFilled } from './use-filled.ts'
import { useKindLabels } from './use-kind-labels.ts'
import { useSteps } from './use-steps.ts'

/** The number of bars that can be told apart. */
const MOST_BARS = 10

type ProgressProps = { done: number; total: number; next: string | null }

/** The number of remaining fields, and what comes next: the only counter of the page. */
function Progress({ done, total, next }: ProgressProps) {
  const { t } = useLingui()
  const left = total - done
  const text = t({ message: plural(left, { one: '# field left', other: '# fields left' }) })
  return (
    <div className="flex min-h-10 flex-none items-center justify-between gap-4 border-b border-line-strong bg-surface px-4 text-small">
      {total <= MOST_BARS ? (
        <div className="max-w-[60%]">
          <Steps done={done} total={total} says={text} />
        </div>
      ) : (
        <span className="font-medium">{text}</span>
      )}
      <span className="min-w-0 truncate text-ink-soft">
        {next === null ? <Trans>All fields completed</Trans> : t`Next: ${next}`}
      </span>
    </div>
  )
}

// Loads in parallel with this code.
preloadPdf()

/** The document, and its fields step by step. */
export function SigningForm({ view, token, sign, decline, delegate, notice }: RoomProps) {
  const { t } = useLingui()
  const words = useKindLabels()
  const { document, fields, me, sender, title } = view
  const pdf = usePdf({ url: herePath(document?.download_url ?? '') })
  const covered = useCovered(pdf, view)
  const handle = usePdfHandle()
  const of = `${token.slice(0, 8)} ${document?.sha256 ?? ''}`
  const { filled, resumed, setValue, setMark } = useFilled(view, of)
  const { steps, at, current, begun, shown, done, upcoming, go, next, begin, close } = useSteps(
    fields,
    filled,
    handle,
    resumed,
  )
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const menu = useRef<HTMLButtonElement>(null)
  const leave = useCallback(() => {
    setDialog(null)
    menu.current?.focus()
  }, [])
  const acts = me.role === 'signer' || me.role === 'approver'
  const nameOf = (field: (typeof steps)[number]) => field.label || words[field.kind]
  const coming = upcoming && nameOf(upcoming)

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
  const { values, signature, initials } = filled
  /** Deletes the draft after the request is completed. */
  const ends =
    <G extends unknown[]>(act: (...given: G) => Promise<void>) =>
    (...given: G) =>
      act(...given).then(forgetFilled)
  const filling = begun && shown

  return (
    <main className="fixed inset-0 flex flex-col bg-sunk pt-[env(safe-area-inset-top)] beside:grid beside:grid-cols-[minmax(0,1fr)_min(26rem,50vw)] beside:grid-rows-[auto_minmax(0,1fr)]">
      <div className="flex-none beside:col-span-2">
        {notice}
        <Head view={view} menu={menu} onAsk={setDialog} />
        {acts && steps.length > 0 && <Progress done={done} total={steps.length} next={coming} />}
      </div>
      <div className="relative min-h-24 min-w-0 flex-1">
        <PdfViewer
          pdf={pdf}
          handle={handle}
          label={t`Pages of ${title ?? ''}`}
          overlay={overlay}
          covered={covered}
        />
        <div className={classNames(filling && 'hidden beside:block')}>
          <PdfBar handle={handle} />
        </div>
      </div>
      {acts && (
        <Panel open={filling} onClose={close}>
          {!begun || !shown ? (
            <Begin left={steps.length - done} next={coming} begun={begun} onBegin={begin} />
          ) : current ? (
            <StepPanel
              key={current.id}
              number={at + 1}
              count={steps.length}
              page={current.places[0]?.page ?? 1}
              field={current}
              label={nameOf(current)}
              filled={filled}
              name={me.name}
              token={token}
              onValue={setValue}
              onMark={setMark}
              onBack={() => go(at - 1)}
              onNext={next}
            />
          ) : (
            <Finish
              view={view}
              onBack={steps.length > 0 ? () => go(steps.length - 1) : null}
              send={ends(() => sign({ values, signature, initials }))}
            />
          )}
          <p role="status" className="sr-only">
            {done === steps.length ? t`All fields completed.` : ''}
          </p>
        </Panel>
      )}
      <People view={view} open={dialog === 'people'} onClose={leave} />
      <Delegate from={sender.name} open={dialog === 'delegate'} onClose={leave} delegate={ends(delegate)} />
      <Decline from={sender.name} open={dialog === 'decline'} onClose={leave} decline={ends(decline)} />
    </main>
  )
}

type BeginProps = {
  /** The number of fields to complete; 0 if only consent is required. */
  left: number
  /** What comes next, after the start. */
  next: string | null
  begun: boolean
  onBegin: () => void
}

/** While reading: what is required afterwards, and the button that starts it. */
function Begin({ left, next, begun, onBegin }: BeginProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3 beside:gap-4">
      <p className="text-ink-soft">
        {left > 0 ? t`Read the document, then complete the fields.` : t`Read the document, then finish.`}
      </p>
      <Button variant="primary" size={36} wide className="min-h-12" icon={ArrowRightIcon} onClick={onBegin}>
        {!begun ? <Trans>Start</Trans> : next === null ? <Trans>Finish</Trans> : t`Next: ${next}`}
      </Button>
    </div>
  )
}
