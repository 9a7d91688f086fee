export { ScanPhone } from './scan-phone.tsx'
