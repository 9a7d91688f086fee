import { z } from 'zod'

/** Who made something: in a business its members tell their work apart by it. */
export const CreatedBy = z.uuid().nullable().meta({
  description:
    'Id of the person who made it. Null for visitors, for API keys of a business, and after the account was deleted.',
})

/** The filter of lists. */
export const createdByFilter = {
  created_by: z.uuid().optional().meta({ description: 'Only what this person made.' }),
}
