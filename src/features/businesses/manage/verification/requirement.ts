import type { Business } from '../../../../api/businesses.ts'

/** A requirement of a verification. */
export type Requirement = Business['requirements'][number]
