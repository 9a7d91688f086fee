export { Transfers } from './transfers.tsx'
