export { deviceIn } from './device-in.ts'
export { DevicePage } from './device-page.tsx'
