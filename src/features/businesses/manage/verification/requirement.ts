import type { Business } from '../../../../api/businesses.ts'

/** One thing that a verification asks for. */
export type Requirement = Business['requirements'][number]
