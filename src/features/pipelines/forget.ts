import { forgetTyped } from './drafts.ts'
import { forgetRunFiles } from './run-files.ts'

/** When someone signs out. */
export function forgetPipelineWork(): void {
  forgetTyped()
  forgetRunFiles()
}
