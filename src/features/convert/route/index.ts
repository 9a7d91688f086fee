export { ConversionRoute, useOperationName } from './conversion-route.tsx'
