import type { ComponentProps } from 'react'
import { FillOptions } from './fill-options.tsx'
import { draws } from './make-mark.ts'
import { ToolOptions } from './tool-options.tsx'
import type { Tool } from './tools.ts'
import type { useAnnotating } from './use-annotating.ts'
import type { RedactionCheck } from './use-redaction-check.ts'

type EditorOptionsProps = {
  tool: Tool
  annotating: ReturnType<typeof useAnnotating>
  page: number
  hits: ComponentProps<typeof ToolOptions>['hits']
  fill: ComponentProps<typeof FillOptions>
  check: RedactionCheck
  /** Receives the row into which the page grid portals its buttons. */
  rowRef: (row: HTMLElement | null) => void
}

/** The options of the selected tool. */
export function EditorOptions({ tool, annotating, page, hits, fill, check, rowRef }: EditorOptionsProps) {
  if (tool === 'fill') return <FillOptions {...fill} />
  if (tool === 'pages') return <div ref={rowRef} className="contents" />
  const { style, setStyle, imageChoice, place, removeSelected } = annotating
  return (
    <ToolOptions
      tool={tool}
      style={style}
      onStyle={setStyle}
      page={page}
      hits={hits}
      onPlace={tool === 'image' ? imageChoice.choose : draws(tool) && tool !== 'ink' ? place : null}
      onRemove={removeSelected}
      check={check}
    />
  )
}
