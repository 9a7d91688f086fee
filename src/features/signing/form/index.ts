export { SignRoom } from './sign-room.tsx'
