import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { PROGRAMS } from '../../scripts/programs.js'
import { hasReal } from '../corpora/files.ts'

/** Prints which tests were skipped, and what is missing here that tests ask for. */
export default class SkippedReporter implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    // With a name pattern or in watch mode, most tests are left out on purpose.
    if (!this.#vitest || this.#vitest.config.testNamePattern || this.#vitest.config.watch) return
    const lines = modules.flatMap((module) => {
      const skipped = [...module.children.allTests('skipped')]
      return skipped.map(
        (test) => `  ${relative(this.#vitest?.config.root ?? '', module.moduleId)} > ${named(test)}`,
      )
    })
    if (lines.length === 0) return
    const reasons = missing()
    this.#vitest.logger.log(
      [
        `Tests skipped: ${lines.length}`,
        ...lines,
        ...(reasons.length > 0 ? ['Missing here:', ...reasons] : []),
        '',
      ].join('\n'),
    )
  }
}

function named(test: TestCase): string {
  const result = test.result()
  const note = result?.state === 'skipped' ? result.note : undefined
  return note ? `${test.fullName} (${note})` : test.fullName
}

function missing(): string[] {
  const programs = Object.entries(PROGRAMS).filter(([, file]) => !existsSync(file))
  return [
    ...programs.map(([name]) => `  the Debian package ${name}`),
    ...(hasReal ? [] : ['  ../shared/corpora: real files, larger than those of tests/corpora']),
  ]
}
