import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where workers keep the engines that their test files share. */
    engines?: string
  }
}

/** A worker is stopped with its engines running, so their folder is removed here. */
export default function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-engines-'))
  project.provide('engines', folder)
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
