export { failureWords } from './failure-text.ts'
export { Problem } from './problem.tsx'
export { PROBLEM_TEXT } from './problem-text.ts'
export { useProblemWords } from './use-problem-words.ts'
