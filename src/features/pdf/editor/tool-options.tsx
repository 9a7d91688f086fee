import { Plural, useLingui } from '@lingui/react/macro'
import { EraserIcon, HighlighterIcon, PlusIcon, Trash2Icon } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { RedactionNote } from './redaction-note.tsx'
import { COLOURS, type MarkStyle } from './styles.ts'
import type { Tool } from './tools.ts'
import type { RedactionCheck } from './use-redaction-check.ts'

type ToolOptionsProps = {
  tool: Tool
  style: MarkStyle
  onStyle: (style: MarkStyle) => void
  page: number
  /** Places an annotation without a pointer; null if the tool needs drawing or a selection. */
  onPlace: (() => void) | null
  onRemove: (() => void) | null
  /** The effect of redaction on pages. */
  check: RedactionCheck
  /** The search results, for tools that can apply to all of them. */
  hits: { count: number; highlight: () => Promise<void>; redact: () => Promise<void> } | null
}

/**
 * Options of an annotation tool, and its actions without a pointer. One row of 40 px, which
 * scrolls.
 */
export function ToolOptions({
  tool,
  style,
  onStyle,
  page,
  onPlace,
  onRemove,
  hits,
  check,
}: ToolOptionsProps) {
  const { t } = useLingui()
  const highlighting = tool === 'highlight'
  const coloured = highlighting || ['text', 'ink', 'shape', 'stamp'].includes(tool)
  const colour = highlighting ? style.highlight.colour : style.colour
  const setColour = (next: string) =>
    onStyle(
      highlighting
        ? { ...style, highlight: { ...style.highlight, colour: next } }
        : { ...style, colour: next },
    )
  const hints: Partial<Record<Tool, string>> = {
    select: t`Select an annotation to move it. Arrow keys nudge, Delete removes.`,
    text: t`Drag where you want the text, then type it.`,
    highlight: t`Select text, or drag over a scanned page.`,
    ink: t`Draw on the page.`,
    shape: t`Drag from corner to corner.`,
    stamp: t`Drag where you want the stamp.`,
    note: t`Click where you want the note, then type it.`,
    image: t`PNG, JPEG or WebP from this device.`,
    redact: t`Drag over content, or find text. It is permanently removed on saving, with metadata and attachments.`,
  }
  return (
    <>
      {highlighting && (
        <Segmented
          label={t`Markup style`}
          options={[
            { value: 'highlight', label: t`Highlight` },
            { value: 'underline', label: t`Underline` },
            { value: 'strikeout', label: t`Strikethrough` },
          ]}
          value={style.highlight.style}
          onChange={(next) => onStyle({ ...style, highlight: { ...style.highlight, style: next } })}
        />
      )}
      {tool === 'shape' && (
        <Segmented
          label={t`Shape`}
          options={[
            { value: 'rectangle', label: t`Rectangle` },
            { value: 'ellipse', label: t`Ellipse` },
            { value: 'line', label: t`Line` },
            { value: 'arrow', label: t`Arrow` },
          ]}
          value={style.shape}
          onChange={(shape) => onStyle({ ...style, shape })}
        />
      )}
      {coloured && <Colours colour={colour} onColour={setColour} />}
      {(tool === 'ink' || tool === 'shape') && (
        <Segmented
          label={t`Line width`}
          options={[
            { value: '1', label: t`Thin` },
            { value: '2', label: t`Medium` },
            { value: '5', label: t`Thick` },
          ]}
          value={String(style.width) as '1' | '2' | '5'}
          onChange={(width) => onStyle({ ...style, width: Number(width) })}
        />
      )}
      {tool === 'text' && (
        <Segmented
          label={t`Size`}
          options={(['9', '12', '18', '28'] as const).map((value) => ({ value, label: value }))}
          value={String(style.size) as '9' | '12' | '18' | '28'}
          onChange={(size) => onStyle({ ...style, size: Number(size) })}
        />
      )}
      {tool === 'stamp' && (
        <span className="w-44 flex-none">
          <Input
            aria-label={t`Stamp text`}
            value={style.stamp}
            maxLength={60}
            onChange={(event) => onStyle({ ...style, stamp: event.target.value })}
          />
        </span>
      )}
      {tool === 'redact' && check.state !== 'none' ? (
        <p>
          <RedactionNote check={check} />
        </p>
      ) : (
        hints[tool] && <p className="text-ink-soft">{hints[tool]}</p>
      )}
      <span className="ms-auto flex flex-none gap-2">
        {onRemove && (
          <Button size={28} icon={Trash2Icon} onClick={onRemove}>
            {t`Delete`}
          </Button>
        )}
        {hits && highlighting && (
          <Button size={28} icon={HighlighterIcon} onClick={() => void hits.highlight()}>
            <Plural value={hits.count} one="Highlight # match" other="Highlight # matches" />
          </Button>
        )}
        {hits && tool === 'redact' && (
          <Button size={28} icon={EraserIcon} onClick={() => void hits.redact()}>
            <Plural value={hits.count} one="Redact # match" other="Redact # matches" />
          </Button>
        )}
        {onPlace && (
          <Button size={28} icon={PlusIcon} onClick={onPlace}>
            {tool === 'image' ? t`Choose image for page ${page}` : t`Add to page ${page}`}
          </Button>
        )}
      </span>
    </>
  )
}

function Colours({ colour, onColour }: { colour: string; onColour: (colour: string) => void }) {
  const { t } = useLingui()
  const names: Record<(typeof COLOURS)[number], string> = {
    '#1a1a1a': t`Black`,
    '#d92d20': t`Red`,
    '#175cd3': t`Blue`,
    '#067647': t`Green`,
    '#b54708': t`Brown`,
    '#ffd84d': t`Yellow`,
  }
  return (
    <fieldset className="flex flex-none items-center gap-1.5">
      <legend className="sr-only">{t`Color`}</legend>
      {COLOURS.map((own) => (
        <label key={own} className="relative grid size-6 place-items-center touch:size-11">
          <input
            type="radio"
            name="mark-colour"
            aria-label={names[own]}
            checked={own === colour}
            onChange={() => onColour(own)}
            className="peer absolute inset-0 cursor-pointer opacity-0"
          />
          <span
            className="size-4 rounded-pill ring-1 ring-line-strong peer-checked:outline-2 peer-checked:outline-offset-2 peer-checked:outline-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-focus"
            style={{ backgroundColor: own }}
          />
        </label>
      ))}
    </fieldset>
  )
}
