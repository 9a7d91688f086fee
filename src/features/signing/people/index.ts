export { arrange, atTheEnd, canStep, type Group, groupsOf, moveTo, normalGroups, step } from './order.ts'
export { useAccessWords, useRoleWords } from './people-words.ts'
export { WHO_EDGE, WHO_FIELD, WHO_SOLID, type Who, whoOf } from './who.ts'
