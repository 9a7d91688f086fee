export { type ListOf, twoLines } from './columns.ts'
export { confirmEach } from './confirm-each.ts'
export { ResourceList } from './resource-list.tsx'
export { useChangeView } from './use-change-view.ts'
