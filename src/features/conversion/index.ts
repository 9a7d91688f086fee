export { isKept, useConversionWords, useExpiry, useSourceName } from './words.ts'
