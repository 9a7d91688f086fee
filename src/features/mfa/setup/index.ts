export { ChangedNote } from './changed-note.tsx'
export { Security } from './security.tsx'
export { SecurityLinks } from './security-links.tsx'
export { SecurityLog } from './security-log.tsx'
