import { draftOwner } from './drafts/owner.ts'
import { clearFiles } from './files.ts'

/**
 * When someone signs out or switches: nothing of theirs is to be seen, sent or found in this
 * browser afterwards.
 */
export function forgetFiles(): void {
  // Asked before the session is forgotten as well.
  const owner = draftOwner()
  clearFiles()
  if ('indexedDB' in globalThis) void forgetStored(owner)
}

async function forgetStored(owner: string | null): Promise<void> {
  const { forgetDrafts } = await import('./drafts/drafts.ts')
  // Without its database there is nothing to forget.
  await forgetDrafts(owner).catch(() => undefined)
}
