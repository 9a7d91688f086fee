export {
  LONG,
  ROLE_WORDS,
  SESSION_STATES,
  STATE_WORDS,
  useDeadline,
  useMoments,
  useStateWord,
} from './labels.ts'
export { PeopleMarks } from './people-marks.tsx'
export { PeoplePanel } from './people-panel.tsx'
export { SessionActions } from './session-actions.tsx'
export { SessionDetail } from './session-detail.tsx'
export { SessionDetails as SessionFacts } from './session-details.tsx'
export { SessionDialogs } from './session-dialogs.tsx'
export { Standing } from './session-standing.tsx'
export { canOf } from './standing.ts'
export { useOpenDialog } from './use-open-dialog.ts'
export { useSessionEntries } from './use-session-entries.tsx'
export {
  filtersOf,
  parseView,
  type SigningListView,
  SORTS,
  type Sort,
  searchOf,
  TABS,
  type Tab,
} from './view.ts'
