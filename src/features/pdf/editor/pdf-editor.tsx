import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useSession } from '../../../api/account.ts'
import { PdfDesk, usePanes } from '../reader/index.ts'
import { type PageView, type PdfField, usePdf, usePdfHandle, useViewer } from '../viewer/index.ts'
import { pagesOf } from './draft.ts'
import { EditorOptions } from './editor-options.tsx'
import { coveredBy, type FormField, heldBy, isBlank, isFillable, nextField, valuesOf } from './fields.ts'
import { FieldsLayer } from './fields-layer.tsx'
import { HeadActions } from './head-actions.tsx'
import { extentOf } from './make-mark.ts'
import { MarksLayer } from './marks-layer.tsx'
import { PagesGrid } from './pages-grid.tsx'
import { remembering } from './remembering.ts'
import { SaveButton } from './save-button.tsx'
import { SavePanel } from './save-panel.tsx'
import type { Saved } from './saved.ts'
import { ToolBar } from './tool-bar.tsx'
import type { Tool } from './tools.ts'
import { useAnnotating } from './use-annotating.ts'
import { useDraft } from './use-draft.ts'
import { useFields } from './use-fields.ts'
import { numberOf } from './use-further.ts'
import { useGoToField } from './use-go-to-field.ts'
import { type Seen, useHighlighting } from './use-highlighting.ts'
import { useHits } from './use-hits.ts'
import { useImageUrls } from './use-image-urls.ts'
import { useInsertedFiles } from './use-inserted-files.tsx'
import { usePanels } from './use-panels.tsx'
import type { ToSign } from './use-save.tsx'
import { useSaving } from './use-saving.ts'
import { useSmallPages } from './use-small-pages.tsx'
import { useToolbarLayout } from './use-toolbar-layout.ts'
import { useWorkKeys } from './use-work-keys.ts'
import type { WorkFile } from './work-file.ts'

const NONE: readonly PdfField[] = []

export type PdfEditorProps = {
  /** The owner of the draft: the next user who signs in here doesn't see it. */
  owner: string

  file: WorkFile
  page: number
  onPage: (page: number) => void
  /** Called after replacing the file, to open it again. */
  onReplaced: () => void
  onOpen: (saved: Saved) => void
  onSign: (what: ToSign) => void
  /** Renders the page header with these actions, and the content below it. */
  frame: (actions: ReactNode, children: ReactNode) => ReactNode
}

/** A PDF to read, fill in, annotate, reorder and save. */
export function PdfEditor({ owner, file, page, onPage, onReplaced, onOpen, onSign, frame }: PdfEditorProps) {
  const { data: user } = useSession()
  const [password, setPassword] = useState<string | null>(null)
  const opening = usePdf(file.open)
  const pdf = useMemo(() => remembering(opening, setPassword), [opening])
  const handle = usePdfHandle()
  const drafting = useDraft(`${owner}/${file.identity}`)
  const { draft, change } = drafting
  const open = pdf.state === 'open' ? pdf.pdf : null
  const fields = useFields(open)
  const laid = useMemo(() => coveredBy(fields), [fields])
  const [wanted, setWanted] = useState<Tool | null>(null)
  const tool = wanted ?? (fields.length > 0 ? 'fill' : 'select')
  const covered = tool === 'fill' ? laid : NONE
  const values = useMemo(() => valuesOf(fields, draft.fields), [fields, draft.fields])
  const [highlighted, setHighlighted] = useState(true)
  const [current, setCurrent] = useState<string | null>(null)
  const { offsets, passwords, addFile, ask, dialog } = useInsertedFiles(open, drafting)
  const imageUrls = useImageUrls(draft.further, drafting.files)
  // Pages of a file that is still being opened are added afterwards.
  const pages = useMemo(
    () => pagesOf(draft, open?.pages ?? 0).filter(({ file }) => !file || offsets.has(file)),
    [draft, open, offsets],
  )
  const arrangement = useMemo(
    () =>
      draft.pages ? pages.map((page) => ({ page: numberOf(page, offsets), rotate: page.rotate })) : undefined,
    [draft.pages, pages, offsets],
  )
  const at = useViewer(handle, (state) => state.page)
  const small = useSmallPages({ pdf: open, draft, values, pages, imageUrls })
  const panes = usePanes()
  const layout = useToolbarLayout()
  const [finding, setFinding] = useState(false)
  const [row, setRow] = useState<HTMLElement | null>(null)

  const [seen] = useState(() => new Map<number, Seen>())
  const annotating = useAnnotating({ drafting, tool, seen: () => seen.get(at) })
  const { style, selected, setSelected } = annotating
  useHighlighting(tool === 'highlight', style.highlight, seen, change)
  useWorkKeys(drafting, () => setWanted('select'))
  const goToField = useGoToField(handle, pages)
  const goTo = (field: FormField | null) => {
    if (!field) return
    setWanted('fill')
    setCurrent(field.name)
    goToField(field)
  }
  const hits = useHits({
    pdf: open,
    handle,
    pages,
    style: style.highlight,
    terms: draft.terms,
    onChange: change,
  })
  const blank = (field: FormField) => isFillable(field) && isBlank(heldBy(field, draft.fields))

  const isBeside = panes.shown('outline')
  const { saver, form, check, saveOpen, setSaveOpen } = useSaving({
    file,
    drafting,
    pdf: open,
    pages,
    password,
    passwords,
    offsets,
    signedIn: Boolean(user),
    isBeside,
    onReplaced,
    onOpen,
    onSign,
  })

  const overlay = useCallback(
    (view: PageView) => {
      const shown = pages[view.number - 1]
      if (!shown) return null
      seen.set(view.number, { view, on: shown.id })
      return (
        <>
          {tool === 'fill' && shown.file === undefined && (
            <FieldsLayer
              view={view}
              page={shown.page}
              fields={fields}
              draft={draft}
              highlighted={highlighted}
              onFocus={setCurrent}
              onChange={change}
            />
          )}
          <MarksLayer
            view={view}
            on={shown.id}
            pdf={open}
            tool={tool}
            style={style}
            marks={draft.marks.filter(({ on }) => on === shown.id)}
            terms={draft.terms}
            selected={selected}
            imageUrls={imageUrls}
            onSelect={setSelected}
            onChange={change}
          />
        </>
      )
    },
    [open, pages, tool, fields, draft, highlighted, style, selected, setSelected, imageUrls, change, seen],
  )
  const panels = usePanels({
    fields,
    draft,
    current,
    pages,
    selected,
    onGoToField: goTo,
    onFind: ({ text, ...options }) => handle.find(text, options),
    onGoToMark: (mark, number) => {
      const { x, y, height } = extentOf(mark)
      setWanted('select')
      setSelected(mark.id)
      handle.goTo(number, { x, y: y + height + 72 })
    },
    onRemoveMark: annotating.remove,
    onChange: change,
  })
  const foot = layout === 'foot'
  return frame(
    <HeadActions
      drafting={drafting}
      panes={panes}
      saveButton={
        !isBeside && (
          <SaveButton
            form={form}
            disabled={!open}
            open={saveOpen}
            onOpenChange={setSaveOpen}
            onOpen={onOpen}
          />
        )
      }
      disabled={!open}
      onPrint={() => handle.print()}
      onFind={foot && !finding ? () => setFinding(true) : null}
    />,
    <>
      <PdfDesk
        pdf={pdf}
        handle={handle}
        name={file.name}
        page={page}
        onPage={onPage}
        panes={panes}
        arrangement={arrangement}
        covered={covered}
        values={values}
        thumbnailValues={small.values}
        thumbnailOverlay={small.overlay}
        printOverlay={small.printOverlay}
        overlay={overlay}
        tools={<ToolBar tool={tool} onTool={setWanted} disabled={!open} layout={layout} />}
        toolsAtFoot={foot}
        finding={finding || !foot}
        options={
          <EditorOptions
            tool={tool}
            annotating={annotating}
            page={at}
            hits={hits}
            check={check}
            rowRef={setRow}
            fill={{
              fields,
              filled: draft.fields,
              onList: isBeside ? null : () => panes.toggle('outline'),
              onNextEmpty: () => goTo(nextField(fields, current, blank)),
              highlighted,
              onHighlighted: setHighlighted,
              flatten: draft.flatten,
              onFlatten: (flatten) => change((now) => ({ ...now, flatten })),
            }}
          />
        }
        instead={
          tool === 'pages' && open ? (
            <PagesGrid
              pdf={open}
              draft={draft}
              offsets={offsets}
              start={at}
              options={row}
              small={small}
              onExtract={saver.extract}
              price={form.rate}
              ask={ask}
              onAddFile={addFile}
              onChange={change}
              onOpen={(number) => {
                setWanted(null)
                handle.goTo(number)
              }}
            />
          ) : null
        }
        first={fields.length > 0 ? 'fields' : null}
        panels={panels}
        foot={<SavePanel form={form} onOpen={onOpen} />}
      />
      {saver.dialog}
      {dialog}
      {annotating.imageChoice.input}
    </>,
  )
}
