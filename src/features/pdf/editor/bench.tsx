import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useSession } from '../../../api/account.ts'
import { randomId } from '../../../lib/random-id.ts'
import { PdfDesk } from '../reader/index.ts'
import { type PageView, type PdfField, usePdf, usePdfHandle, useViewer } from '../viewer/index.ts'
import { isEmpty, pagesOf } from './draft.ts'
import { coveredBy, type FormField, heldBy, isBlank, isFillable, nextField } from './fields.ts'
import { FieldsLayer } from './fields-layer.tsx'
import { FieldsPanel } from './fields-panel.tsx'
import { HeadActions } from './head-actions.tsx'
import { draws, extentOf, markOf } from './make-mark.ts'
import { MarksLayer } from './marks-layer.tsx'
import { MarksPanel } from './marks-panel.tsx'
import { PagesGrid } from './pages-grid.tsx'
import { remembering } from './remembering.ts'
import { FIRST_STYLE } from './styles.ts'
import { ToolBar } from './tool-bar.tsx'
import { ToolOptions } from './tool-options.tsx'
import type { Tool } from './tools.ts'
import { useDraft } from './use-draft.ts'
import { useFields } from './use-fields.ts'
import { numberOf, useFurther } from './use-further.ts'
import { useGoToField } from './use-go-to-field.ts'
import { type Seen, useHighlighting } from './use-highlighting.ts'
import { useHits } from './use-hits.ts'
import { usePictureChoice } from './use-picture-choice.tsx'
import { usePictures } from './use-pictures.ts'
import { type ToSign, useSave } from './use-save.tsx'
import { useWorkKeys } from './use-work-keys.ts'
import type { WorkFile } from './work-file.ts'

const NONE: readonly PdfField[] = []

export type BenchProps = {
  /** The owner of the draft: the next user who signs in here doesn't see it. */
  owner: string

  file: WorkFile
  page: number
  onPage: (page: number) => void
  /** After it was saved over itself: it is to be opened anew. */
  onReplaced: () => void
  onOpenStored: (fileId: string) => void
  onSign: (what: ToSign) => void
  /** The page's head with these actions, and what stands below it. */
  frame: (actions: ReactNode, children: ReactNode) => ReactNode
}

/** A PDF to read, fill in, mark, rearrange and save. */
export function Bench({ owner, file, page, onPage, onReplaced, onOpenStored, onSign, frame }: BenchProps) {
  const { t } = useLingui()
  const { data: user } = useSession()
  const [password, setPassword] = useState<string | null>(null)
  const pdf = remembering(usePdf(file.open), setPassword)
  const handle = usePdfHandle()
  const drafting = useDraft(`${owner}/${file.identity}`)
  const { draft, change } = drafting
  const open = pdf.state === 'open' ? pdf.pdf : null
  const fields = useFields(open)
  const laid = useMemo(() => coveredBy(fields), [fields])
  const [wanted, setWanted] = useState<Tool | null>(null)
  const tool = wanted ?? (fields.length > 0 ? 'fill' : 'select')
  const covered = tool === 'fill' ? laid : NONE
  const [style, setStyle] = useState(FIRST_STYLE)
  const [selected, setSelected] = useState<string | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const offsets = useFurther(open, draft.further, drafting.files)
  const pictures = usePictures(draft.further, drafting.files)
  // A page of a file that is still being opened comes once it is.
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

  const [seen] = useState(() => new Map<number, Seen>())
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

  const { save, extract, saving, dialog } = useSave({
    file,
    draft,
    files: drafting.files,
    pages: open?.pages ?? 0,
    password,
    onOpenStored,
    onSign,
    onSaved: (as) => {
      if (as !== 'replace') return drafting.saved()
      drafting.reset()
      onReplaced()
    },
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
            pictures={pictures}
            onSelect={setSelected}
            onChange={change}
          />
        </>
      )
    },
    [open, pages, tool, fields, draft, style, selected, pictures, change, seen],
  )

  /** In the middle of the page that is looked at: what a pointer would have drawn. */
  const place = () => {
    const view = seen.get(at)
    if (!view) return
    const { box, toPoints } = view.view
    const middle = toPoints(box.width / 2, box.height / 3)
    const where = { id: randomId(), on: view.on, from: middle, to: middle, stroke: [middle] }
    const made = markOf(tool, style, where)
    if (!made) return
    change((now) => ({ ...now, marks: [...now.marks, made] }))
    setSelected(made.id)
  }
  const removeMark = (gone: string) => {
    change((now) => ({ ...now, marks: now.marks.filter(({ id }) => id !== gone) }))
    setSelected(null)
  }
  const picture = usePictureChoice({
    seen: () => seen.get(at),
    onAddFile: drafting.addFile,
    onChange: change,
    onPlaced: setSelected,
  })
  const marked = draft.marks.length + draft.terms.length
  const chosen = draft.marks.some(({ id }) => id === selected)
  return frame(
    <HeadActions
      drafting={drafting}
      signedIn={Boolean(user)}
      stored={file.fileId !== null}
      saving={saving}
      disabled={!open}
      unchanged={isEmpty(draft)}
      onSave={save}
    />,
    <>
      <PdfDesk
        pdf={pdf}
        handle={handle}
        name={file.name}
        page={page}
        onPage={onPage}
        arrangement={arrangement}
        covered={covered}
        overlay={overlay}
        tools={<ToolBar tool={tool} onTool={setWanted} disabled={!open} />}
        options={
          <ToolOptions
            tool={tool}
            style={style}
            onStyle={setStyle}
            page={at}
            hits={hits}
            onPlace={tool === 'image' ? picture.choose : draws(tool) && tool !== 'ink' ? place : null}
            onRemove={selected !== null && chosen ? () => removeMark(selected) : null}
          />
        }
        instead={
          tool === 'pages' && open ? (
            <PagesGrid
              pdf={open}
              draft={draft}
              offsets={offsets}
              start={at}
              onExtract={extract}
              onAddFile={drafting.addFile}
              onChange={change}
              onOpen={(number) => {
                setWanted(null)
                handle.goTo(number)
              }}
            />
          ) : null
        }
        first={fields.length > 0 ? 'fields' : null}
        panels={[
          {
            value: 'fields',
            label: t`Fields`,
            panel: (
              <FieldsPanel
                fields={fields}
                filled={draft.fields}
                current={current}
                onGo={goTo}
                onNextEmpty={() => goTo(nextField(fields, current, blank))}
              />
            ),
          },
          {
            value: 'marks',
            label: t`Annotations`,
            ...(marked > 0 && { count: marked }),
            panel: (
              <MarksPanel
                terms={draft.terms}
                onFind={({ text, ...options }) => handle.find(text, options)}
                onRemoveTerm={(gone) =>
                  change((now) => ({ ...now, terms: now.terms.filter((term) => term !== gone) }))
                }
                marks={draft.marks}
                pages={pages}
                selected={selected}
                onGo={(mark, number) => {
                  const { x, y, height } = extentOf(mark)
                  setWanted('select')
                  setSelected(mark.id)
                  handle.goTo(number, { x, y: y + height + 72 })
                }}
                onRemove={({ id }) => removeMark(id)}
              />
            ),
          },
        ]}
      />
      {dialog}
      {picture.input}
    </>,
  )
}
