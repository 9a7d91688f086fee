export { FAMILY_WORDS } from '../../family-labels/index.ts'
export {
  isOriginalStored,
  useConversionLabels as useConversionWords,
  useExpiry,
  useSourceName,
  useTimeLeft,
} from './labels.ts'
export { canSign, useCanSign } from './signable.ts'
export { drawnThumbnail } from './thumbnail.ts'
