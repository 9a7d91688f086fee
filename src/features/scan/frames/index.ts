export { LIVE, PHOTO } from './detect/detect.ts'
export { likeness, type QuadShares, type Sighting } from './find-sheet.ts'
export { createSheetFinder, FRAME_SIZE, PHOTO_SIZE, type SheetFinder } from './sheet-finder.ts'
