import type { HighlightStyle, ShapeKind } from './draft.ts'

/** Colors of content in the file, independent of the theme. */
export const COLOURS = ['#1a1a1a', '#d92d20', '#175cd3', '#067647', '#b54708', '#ffd84d'] as const

/** The style of the next annotation. */
export interface MarkStyle {
  colour: string
  highlight: { style: HighlightStyle; colour: string }
  shape: ShapeKind
  width: number
  size: number
  stamp: string
}

export const FIRST_STYLE: MarkStyle = {
  colour: '#d92d20',
  highlight: { style: 'highlight', colour: '#ffd84d' },
  shape: 'rectangle',
  width: 2,
  size: 12,
  stamp: 'APPROVED',
}
