export { arrange, atTheEnd, canStep, type Group, groupsOf, moveTo, normalGroups, step } from './order.ts'
export { useAccessLabels as useAccessWords, useRoleLabels as useRoleWords } from './people-labels.ts'
export { WHO_EDGE, WHO_FIELD, WHO_SOLID, type Who, whoOf } from './who.ts'
