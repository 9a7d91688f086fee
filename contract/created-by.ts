import { z } from 'zod'

/** The creator of a resource: tells the work of a business's members apart. */
export const CreatedBy = z.uuid().nullable().meta({
  description:
    'Id of the user who created the object. Null for visitors, for API keys of a business, and after the account was deleted.',
})

/** The filter of lists by creator. */
export const createdByFilter = {
  created_by: z.uuid().optional().meta({ description: 'Only objects created by this user.' }),
}
