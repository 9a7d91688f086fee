export { useDrawn } from './drawn.ts'
export { isKept, useConversionWords, useExpiry, useSourceName, useTimeLeft } from './words.ts'
