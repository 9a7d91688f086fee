export { usePlanRows } from './use-plan-rows.tsx'
export { YearNote } from './year-note.tsx'
