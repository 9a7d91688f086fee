export { CornerEditor, type CornerEditorProps } from './corner-editor.tsx'
export { drawFilters, drawResult, pixelsOf, putPage } from './draw-result.ts'
export { FILTER_WORDS } from './filter-words.ts'
export { applyFilter } from './filters.ts'
export { homography, type Matrix, transform } from './homography.ts'
export { inPixels, type Paper, type SheetSize, sheetSize } from './page-size.ts'
export { isConvex } from './quad-moves.ts'
export { renderSheet, rotate } from './render-sheet.ts'
export { straighten } from './straighten.ts'
export {
  FILTERS,
  type Filter,
  mapQuad,
  type Pixels,
  type Point,
  type Quad,
  type Settings,
  type Size,
  WHOLE,
} from './types.ts'
