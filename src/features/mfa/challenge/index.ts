export { MethodField, useSecondsLeft } from './method-field.tsx'
export { OtherWays } from './other-ways.tsx'
export { useConfirming } from './use-confirming.ts'
