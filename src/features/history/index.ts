export { Detail } from './detail.tsx'
export { DetailActions } from './detail-actions.tsx'
export { History } from './history.tsx'
