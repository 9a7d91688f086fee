import { AlignmentType, type ILevelsOptions, LevelFormat } from 'docx'
import { paragraphsIn } from './document.ts'
import { flow } from './headings.ts'
import type { DocumentModel, ListItem } from './model.ts'

const FORMATS = {
  bullet: LevelFormat.BULLET,
  decimal: LevelFormat.DECIMAL,
  lowerLetter: LevelFormat.LOWER_LETTER,
  upperLetter: LevelFormat.UPPER_LETTER,
  lowerRoman: LevelFormat.LOWER_ROMAN,
  upperRoman: LevelFormat.UPPER_ROMAN,
} as const

/** Default distance between a marker and its text, in points. */
const MARK = 16
const twips = (points: number): number => Math.round(points * 20)

/** The first item of a level, with the indents of its text and marker in points. */
interface Item extends ListItem {
  start: number
  hanging: number
}

/** The reference name of a list. */
export const listName = (list: number): string => `list-${list}`

/** The lists of a document, each with its own numbering. */
export function docxLists(model: DocumentModel): { reference: string; levels: ILevelsOptions[] }[] {
  const lists = new Map<number, Map<number, Item>>()
  for (const { list, indent, firstLine } of paragraphsIn(model.pages.flatMap(flow))) {
    if (!list) continue
    const levels = lists.get(list.list) ?? new Map<number, Item>()
    const hanging = firstLine < -6 ? -firstLine : MARK
    const start = Math.max(hanging, firstLine < -6 ? indent : indent + MARK)
    if (!levels.has(list.level)) levels.set(list.level, { ...list, start, hanging })
    lists.set(list.list, levels)
  }
  return [...lists].map(([list, levels]) => ({
    reference: listName(list),
    levels: [...levels.values()].map(levelOptions),
  }))
}

function levelOptions({ level, format, pattern, value, start, hanging }: Item): ILevelsOptions {
  return {
    level,
    format: FORMATS[format],
    text: format === 'bullet' ? pattern : pattern.replace('%', `%${level + 1}`),
    alignment: AlignmentType.START,
    start: format === 'bullet' ? 1 : value,
    style: { paragraph: { indent: { start: twips(start), hanging: twips(hanging) } } },
  }
}
