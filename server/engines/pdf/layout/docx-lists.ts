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

/** Of a level's text from the level above, in twips. */
const STEP = 360

/** What a list is called in the document. */
export const listName = (list: number): string => `list-${list}`

/** The lists of a document, each with its own numbers. */
export function docxLists(model: DocumentModel): { reference: string; levels: ILevelsOptions[] }[] {
  const lists = new Map<number, Map<number, ListItem>>()
  for (const { list } of paragraphsIn(model.pages.flatMap(flow))) {
    if (!list) continue
    const levels = lists.get(list.list) ?? new Map<number, ListItem>()
    if (!levels.has(list.level)) levels.set(list.level, list)
    lists.set(list.list, levels)
  }
  return [...lists].map(([list, levels]) => ({
    reference: listName(list),
    levels: [...levels.values()].map(levelOptions),
  }))
}

function levelOptions({ level, format, pattern, value }: ListItem): ILevelsOptions {
  return {
    level,
    format: FORMATS[format],
    text: format === 'bullet' ? pattern : pattern.replace('%', `%${level + 1}`),
    alignment: AlignmentType.START,
    start: format === 'bullet' ? 1 : value,
    style: { paragraph: { indent: { start: STEP * (level + 1), hanging: STEP } } },
  }
}
