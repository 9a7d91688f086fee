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
  PenLineIcon,
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

/** In the order of the bar; `pages` stands apart. */
export const TOOLS: readonly { tool: Tool; label: MessageDescriptor; icon: LucideIcon }[] = [
  { tool: 'select', label: msg`Select`, icon: MousePointer2Icon },
  { tool: 'fill', label: msg`Fill`, icon: FormInputIcon },
  { tool: 'highlight', label: msg`Highlight`, icon: HighlighterIcon },
  { tool: 'text', label: msg`Text`, icon: TypeIcon },
  { tool: 'ink', label: msg`Ink`, icon: PenLineIcon },
  { tool: 'shape', label: msg`Shape`, icon: SquareIcon },
  { tool: 'stamp', label: msg`Stamp`, icon: StampIcon },
  { tool: 'image', label: msg`Image`, icon: ImageIcon },
  { tool: 'note', label: msg`Note`, icon: MessageSquareTextIcon },
  { tool: 'redact', label: msg`Redact`, icon: EraserIcon },
  { tool: 'pages', label: msg`Pages`, icon: LayoutGridIcon },
]
