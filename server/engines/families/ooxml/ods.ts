import type { Block } from './ast.ts'
import { shapeBlocks } from './odf-blocks.ts'
import type { OdfDocument } from './odf-document.ts'
import { tableBlocks } from './ods-table.ts'
import { heading } from './office-reader.ts'
import { childAt, childrenOf } from './xml-tree.ts'

/** The sheets of an ODS in their order: a heading, the cells as they are shown, what is drawn on them. */
export function readSheets(document: OdfDocument): Block[] {
  const sheets = childrenOf(childAt(document.content, 'office:body', 'office:spreadsheet'), 'table:table')
  return sheets.flatMap((sheet) => {
    if (document.isHidden(sheet)) {
      document.losses.add('hiddenSheets')
      return []
    }
    return [
      heading(2, sheet.attributes['table:name'] ?? 'Sheet'),
      ...tableBlocks(sheet, document, shapeBlocks),
    ]
  })
}
