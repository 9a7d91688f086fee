export { Detail } from './detail.tsx'
export { DetailActions } from './detail-actions.tsx'
export { ExportLink } from './export-link.tsx'
export { History } from './history.tsx'
