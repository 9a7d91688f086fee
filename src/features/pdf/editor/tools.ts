import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  EraserIcon,
  FormInputIcon,
  HighlighterIcon,
  ImageIcon,
  LayoutGridIcon,
  type LucideIcon,
  MessageSquareTextIcon,
  MousePointer2Icon,
  PencilIcon,
  SquareIcon,
  StampIcon,
  TypeIcon,
} from 'lucide-react'

export type Tool =
  | 'select'
  | 'fill'
  | 'highlight'
  | 'text'
  | 'ink'
  | 'shape'
  | 'stamp'
  | 'image'
  | 'note'
  | 'redact'
  | 'pages'

export const TOOLS: Readonly<Record<Tool, { label: MessageDescriptor; icon: LucideIcon }>> = {
  select: { label: msg`Select`, icon: MousePointer2Icon },
  fill: { label: msg`Fill`, icon: FormInputIcon },
  text: { label: msg`Text`, icon: TypeIcon },
  highlight: { label: msg`Highlight`, icon: HighlighterIcon },
  ink: { label: msg`Draw`, icon: PencilIcon },
  shape: { label: msg`Shape`, icon: SquareIcon },
  stamp: { label: msg`Stamp`, icon: StampIcon },
  image: { label: msg`Image`, icon: ImageIcon },
  note: { label: msg`Note`, icon: MessageSquareTextIcon },
  redact: { label: msg`Redact`, icon: EraserIcon },
  pages: { label: msg`Pages`, icon: LayoutGridIcon },
}

/** A tool, a menu of tools, or a separator. */
export type ToolbarEntry = Tool | { menu: 'annotate' | 'more'; tools: readonly Tool[] } | 'line'

/** The layouts of the toolbar; `foot` is the bottom bar on phones. */
export type ToolbarLayout = 'full' | 'words' | 'folded' | 'icons' | 'foot'

const FOLDED: readonly ToolbarEntry[] = [
  'select',
  'fill',
  'highlight',
  { menu: 'annotate', tools: ['text', 'ink', 'shape', 'stamp', 'image', 'note'] },
]
const END: readonly ToolbarEntry[] = ['line', 'redact', 'line', 'pages']
const ALL: readonly ToolbarEntry[] = [
  ...(['select', 'fill', 'text', 'highlight', 'ink', 'shape', 'stamp', 'image', 'note'] as const),
  ...END,
]

/** Each layout has every tool, in the same order. */
export const TOOLBARS: Readonly<Record<ToolbarLayout, readonly ToolbarEntry[]>> = {
  full: ALL,
  words: [
    ...(['select', 'fill', 'text', 'highlight', 'ink', 'shape', 'stamp'] as const),
    { menu: 'more', tools: ['image', 'note'] },
    ...END,
  ],
  folded: [...FOLDED, ...END],
  icons: ALL,
  foot: [...FOLDED, 'redact', 'pages'],
}
