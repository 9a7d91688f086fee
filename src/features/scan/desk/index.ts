export { Desk } from './desk.tsx'
export { DeskActions, DeskNote } from './desk-head.tsx'
export { Sessions } from './sessions/sessions.tsx'
export { StartButton } from './sessions/start-button.tsx'
