export { StatusLink } from './status-link.tsx'
