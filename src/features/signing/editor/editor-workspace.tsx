import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { MOST_FIELDS, type SigningSession, signingDocumentUrl } from '../../../api/signing.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { deferred, useDeferredDialog } from '../../../ui/deferred.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ViewBarFigure } from '../../../ui/view-bar.tsx'
import { type PageView, PdfBar, PdfViewer, usePdf, usePdfHandle } from '../../pdf/viewer/index.ts'
import { PageTop } from '../../shell/index.ts'
import { type EditorDraft, type FieldKind, faultsOf, fieldsOf, type Spot } from './draft.ts'
import { EditorActions } from './editor-actions.tsx'
import { EditorSteps } from './editor-steps.tsx'
import { FieldsLayer } from './fields-layer.tsx'
import { coveredBy } from './form-fields.ts'
import { Palette } from './palette.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { PreviewBar } from './preview-bar.tsx'
import { PreviewLayer } from './preview-layer.tsx'
import { Readiness } from './readiness.tsx'
import { SaveBanner } from './save-status.tsx'
import type { SendDialogProps } from './send-dialog.tsx'
import { TermsPanel } from './terms-panel.tsx'
import { useEditorDraft } from './use-editor-draft.ts'
import { useEditorKeys } from './use-editor-keys.ts'
import { useFormFields } from './use-form-fields.ts'
import { usePlacing } from './use-placing.ts'

export type EditorWorkspaceProps = { session: SigningSession; reload: () => Promise<SigningSession> }

const SEND = deferred<SendDialogProps>(async () => (await import('./send-dialog.tsx')).SendDialog)

/** The document with its fields, the recipients next to it, and the send button. */
export function EditorWorkspace({ session, reload }: EditorWorkspaceProps) {
  const { t } = useLingui()
  const desk = useEditorDraft(session, reload)
  const { draft, change, undo, redo } = desk
  const pdf = usePdf({ url: signingDocumentUrl(session.id) })
  const open = pdf.state === 'open' ? pdf.pdf : null
  const handle = usePdfHandle()
  const roomy = useMedia('(min-width: 64rem)')
  const [side, setSide] = useState<'pages' | 'people'>(draft.recipients.length > 0 ? 'pages' : 'people')
  const [chosen, setActive] = useState<string | null>(null)
  const [armed, setArmed] = useState<FieldKind | null>(null)
  const [selected, setSelected] = useState<Spot | null>(null)
  const [sending, setSending] = useState(false)
  const Send = useDeferredDialog(SEND, sending, () => setSending(false))
  const [previewed, setPreviewed] = useState<string | null>(null)
  const [step, setStep] = useState<string | null>(null)

  const signers = draft.recipients.filter(({ role }) => role === 'signer')
  const active = signers.find(({ id }) => id === chosen)?.id ?? signers[0]?.id ?? null
  const preview = draft.recipients.find(({ id }) => id === previewed) ?? null
  const previewFields = useMemo(() => (previewed ? fieldsOf(draft, previewed) : []), [draft, previewed])
  const faults = faultsOf(draft, new Date())
  const { form, found, takeFound } = useFormFields(open, draft, active, change)
  const covered = useMemo(
    () => coveredBy(form, preview ? previewFields : draft.fields),
    [form, preview, previewFields, draft.fields],
  )
  const [seen] = useState(() => new Map<number, PageView>())
  const { placeAt, placeInSight, duplicate } = usePlacing({
    handle,
    seen,
    draft,
    recipient: active,
    onChange: change,
    onPlaced: (spot) => {
      setArmed(null)
      setSelected(spot)
    },
  })
  const pages = useRef<HTMLDivElement>(null)
  const onKey = useEditorKeys({
    undo,
    redo,
    onPlace: placeInSight,
    onEscape: () => setArmed(null),
    enabled: active !== null && preview === null && draft.fields.length < MOST_FIELDS,
  })
  useFollowFocus(pages, selected)

  const goTo = useCallback(
    (id: string) => {
      setStep(id)
      const place = previewFields.find((field) => field.id === id)?.places[0]
      if (place) handle.goTo(place.page, { x: place.rect.x, y: place.rect.y + place.rect.height + 80 })
    },
    [previewFields, handle],
  )
  const overlay = useCallback(
    (view: PageView) => {
      seen.set(view.number, view)
      return preview ? (
        <PreviewLayer view={view} fields={previewFields} current={step} onGo={goTo} />
      ) : (
        <FieldsLayer
          view={view}
          draft={draft}
          armed={armed}
          selected={selected}
          onSelect={setSelected}
          onChange={change}
          onPlace={(page, box) => armed && placeAt(armed, page, box)}
          onDuplicate={duplicate}
        />
      )
    },
    [seen, preview, previewFields, step, goTo, draft, armed, selected, change, placeAt, duplicate],
  )
  const palette = (
    <Palette
      recipients={draft.recipients}
      active={active}
      onActive={setActive}
      armed={armed}
      onArm={setArmed}
      onPlace={placeInSight}
      found={found}
      onFound={takeFound}
      upright={roomy}
    />
  )
  return (
    <div className="flex h-full flex-col">
      <PageTop
        title={draft.title.trim() || session.title}
        file
        note={<EditorSteps faults={faults} />}
        actions={
          <EditorActions
            session={session}
            desk={desk}
            onPreview={(id) => {
              setPreviewed(id)
              setStep(null)
              setSelected(null)
              setArmed(null)
              setSide('pages')
            }}
            onNext={() => setSending(true)}
          />
        }
      />
      <SaveBanner desk={desk} />
      {preview && (
        <PreviewBar
          recipient={preview}
          fields={previewFields}
          current={step}
          onGo={goTo}
          onEnd={() => setPreviewed(null)}
        />
      )}
      {!roomy && !preview && (
        <div className="flex-none border-b border-line-strong bg-surface px-3 py-2">
          <Segmented
            wide
            label={t`View`}
            options={[
              { value: 'pages', label: t`Fields` },
              { value: 'people', label: t`Recipients`, count: draft.recipients.length },
            ]}
            value={side}
            onChange={setSide}
          />
        </div>
      )}
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        {!preview && (roomy || side === 'pages') && palette}
        <div
          ref={pages}
          onKeyDownCapture={onKey}
          onPointerDown={({ target }) => {
            // Overlays handle their own presses; a press outside all fields clears the selection.
            if (target instanceof Element && !target.closest('[data-fields-of]')) setSelected(null)
          }}
          className={
            roomy || side === 'pages' || preview ? 'relative min-h-0 min-w-0 flex-1 bg-sunk' : 'hidden'
          }
        >
          <PdfViewer
            pdf={pdf}
            handle={handle}
            label={session.document.file_name}
            overlay={overlay}
            covered={covered}
          />
          <PdfBar handle={handle}>
            <FieldCount draft={draft} />
          </PdfBar>
        </div>
        {!preview && (roomy || side === 'people') && (
          <aside
            aria-label={t`Recipients and settings`}
            className="min-h-0 border-line-strong bg-raised max-lg:flex-1 max-lg:overflow-y-auto lg:flex lg:w-79 lg:flex-none lg:flex-col lg:border-s"
          >
            <div className="lg:min-h-0 lg:flex-1 lg:overflow-y-auto">
              <PeoplePanel
                draft={draft}
                onChange={change}
                active={active}
                onActive={setActive}
                coded={
                  new Set(session.recipients.flatMap(({ id, access }) => (access === 'code' ? [id] : [])))
                }
              />
            </div>
            <TermsPanel draft={draft} onChange={change} />
            <Readiness faults={faults} />
          </aside>
        )}
      </div>
      {Send && <Send id={session.id} desk={desk} onClose={() => setSending(false)} />}
    </div>
  )
}

function FieldCount({ draft: { fields } }: { draft: EditorDraft }) {
  const { t } = useLingui()
  if (fields.length === 0) return null
  const pages = new Set(fields.flatMap(({ places }) => places.map(({ page }) => page))).size
  const many = t({ message: plural(fields.length, { one: '# field', other: '# fields' }) })
  return (
    <ViewBarFigure spare>
      {t({ message: plural(pages, { one: `${many} on # page`, other: `${many} on # pages` }) })}
    </ViewBarFigure>
  )
}

/** Focuses the field that was last placed or selected, so that the arrow keys move it. */
function useFollowFocus(pages: RefObject<HTMLElement | null>, selected: Spot | null): void {
  useEffect(() => {
    if (!selected) return
    const spot = `[data-spot="${selected.field} ${selected.place}"]`
    pages.current?.querySelector<HTMLElement>(spot)?.focus({ preventScroll: true })
  }, [pages, selected])
}
