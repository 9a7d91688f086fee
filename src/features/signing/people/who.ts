/** Recipients have six colors, in order; they are always shown with a name or initials. */
export type Who = 1 | 2 | 3 | 4 | 5 | 6

export const whoOf = (recipients: readonly { id: string }[], id: string): Who => {
  const at = recipients.findIndex((one) => one.id === id)
  return ((Math.max(0, at) % 6) + 1) as Who
}

/** Full class names, because Tailwind only finds literals in the source. */
export const WHO_FIELD: Record<Who, string> = {
  1: 'border-who-1 bg-who-1-tint/85 text-who-1',
  2: 'border-who-2 bg-who-2-tint/85 text-who-2',
  3: 'border-who-3 bg-who-3-tint/85 text-who-3',
  4: 'border-who-4 bg-who-4-tint/85 text-who-4',
  5: 'border-who-5 bg-who-5-tint/85 text-who-5',
  6: 'border-who-6 bg-who-6-tint/85 text-who-6',
}
export const WHO_EDGE: Record<Who, string> = {
  1: 'border-s-who-1',
  2: 'border-s-who-2',
  3: 'border-s-who-3',
  4: 'border-s-who-4',
  5: 'border-s-who-5',
  6: 'border-s-who-6',
}
export const WHO_SOLID: Record<Who, string> = {
  1: 'bg-who-1',
  2: 'bg-who-2',
  3: 'bg-who-3',
  4: 'bg-who-4',
  5: 'bg-who-5',
  6: 'bg-who-6',
}
