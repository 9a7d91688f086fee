/** The video or audio format that the first bytes of a file say, or null; `claimed` is what its name says. */
export function mediaFormat(_head: Buffer, _claimed: string | null): string | null {
  return null
}
