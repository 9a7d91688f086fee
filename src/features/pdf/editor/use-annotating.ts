import { useState } from 'react'
import { randomId } from '../../../lib/random-id.ts'
import { markOf } from './make-mark.ts'
import { FIRST_STYLE } from './styles.ts'
import type { Tool } from './tools.ts'
import type { Drafting } from './use-draft.ts'
import type { Seen } from './use-highlighting.ts'
import { useImageChoice } from './use-image-choice.tsx'

type AnnotatingInput = {
  drafting: Drafting
  tool: Tool
  /** The visible page. */
  seen: () => Seen | undefined
}

/** The style of the next annotation, the selected one, and actions without a pointer. */
export function useAnnotating({ drafting, tool, seen }: AnnotatingInput) {
  const { draft, change, addFile } = drafting
  const [style, setStyle] = useState(FIRST_STYLE)
  const [selected, setSelected] = useState<string | null>(null)
  const imageChoice = useImageChoice({ seen, onAddFile: addFile, onChange: change, onPlaced: setSelected })

  /** Places an annotation in the middle of the visible page. */
  const place = () => {
    const page = seen()
    if (!page) return
    const { box, toPoints } = page.view
    const middle = toPoints(box.width / 2, box.height / 3)
    const where = { id: randomId(), on: page.on, from: middle, to: middle, stroke: [middle] }
    const made = markOf(tool, style, where)
    if (!made) return
    change((now) => ({ ...now, marks: [...now.marks, made] }))
    setSelected(made.id)
  }
  const remove = (gone: string) => {
    change((now) => ({ ...now, marks: now.marks.filter(({ id }) => id !== gone) }))
    setSelected(null)
  }
  const isChosen = draft.marks.some(({ id }) => id === selected)
  return {
    style,
    setStyle,
    selected,
    setSelected,
    place,
    remove,
    removeSelected: selected !== null && isChosen ? () => remove(selected) : null,
    imageChoice,
  }
}
