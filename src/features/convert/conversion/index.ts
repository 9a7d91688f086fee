export { FAMILY_WORDS } from '../../family-labels/index.ts'
export { drawnPicture } from './drawn.ts'
export { canSign, useCanSign } from './signable.ts'
export { isKept, useConversionWords, useExpiry, useSourceName, useTimeLeft } from './words.ts'
