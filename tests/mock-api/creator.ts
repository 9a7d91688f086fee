/**
 * What says who made something. Seeded rows of one person leave it out: they made it themselves.
 */
interface Made {
  owner: string
  createdBy?: string | null | undefined
}

const isPerson = (id: string) => /^[\da-f]{8}-/.test(id)

/** `created_by` of a stored row. */
export const creatorOf = ({ owner, createdBy }: Made): string | null =>
  createdBy === undefined ? (isPerson(owner) ? owner : null) : createdBy

/** Whether a row passes the filter of a list. */
export const isMadeBy = (row: Made, id: string | undefined): boolean =>
  id === undefined || creatorOf(row) === id
