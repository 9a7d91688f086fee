import { draftOwner } from './drafts/owner.ts'
import { clearFiles } from './files.ts'

/** On sign-out or account switch: none of their files may be shown, sent or stored afterwards. */
export function forgetFiles(): void {
  // Read before the session is cleared as well.
  const owner = draftOwner()
  clearFiles()
  if ('indexedDB' in globalThis) void forgetStored(owner)
}

async function forgetStored(owner: string | null): Promise<void> {
  const { forgetDrafts } = await import('./drafts/drafts.ts')
  // Without a database there is nothing to delete.
  await forgetDrafts(owner).catch(() => undefined)
}
