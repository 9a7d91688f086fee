export { Transfers } from './transfers-place.tsx'
