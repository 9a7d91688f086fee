export { useDrawn } from './drawn.ts'
export { useConversionWords, useExpiry, useTimeLeft } from './words.ts'
