/** A person's name for others: first and last name, else the user name. */
export const nameOf = (user: { firstName: string; lastName: string; username: string }): string =>
  `${user.firstName} ${user.lastName}`.trim() || user.username
