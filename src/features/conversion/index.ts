export { useConversionWords, useExpiry, useTimeLeft } from './words.ts'
