/** The model format that the first bytes of a file say, or null; `claimed` is what its name says. */
export function modelFormat(_head: Buffer, _claimed: string | null): string | null {
  return null
}
