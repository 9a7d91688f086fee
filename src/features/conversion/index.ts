export { useConversionWords, useExpiry } from './words.ts'
