import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The longest files of the run, which begin first: one that begins last has the other workers wait
 * for its end. Times of a file that is not among them differ too little to matter.
 */
const SLOW = [
  'tests/endurance/soak.test.ts',
  'tests/server/crash.test.ts',
  'tests/contract/server.test.ts',
  'tests/server/corpora.test.ts',
  'tests/server/access-matrix.test.ts',
  'tests/conformance/conformance.test.ts',
  'tests/server/engines/office.test.ts',
  'tests/server/engines/hostile.test.ts',
  'tests/server/engines/corpora.test.ts',
  'tests/server/messages.test.ts',
  'tests/server/engines/mobi.test.ts',
  'tests/server/listen.test.ts',
  'tests/server/webhook-crash.test.ts',
  'tests/server/engines/media.test.ts',
  'tests/server/backup.test.ts',
  'tests/server/engines/office-hostile.test.ts',
  'tests/server/engines/pdf-save.test.ts',
  'tests/server/engines/pdf-damaged.test.ts',
]

/** Runs the longest files first; the others in the order that Vitest gives them. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = SLOW.findIndex((name) => moduleId.endsWith(`/${name}`))
      return at < 0 ? SLOW.length : at
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
