export { type ConversionWords, type Expiry, useConversionWords, useExpiry } from './words.ts'
