export type { RoomProps } from './room-props.ts'
export { SigningPage } from './signing-page.tsx'
