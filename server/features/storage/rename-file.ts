import { and, eq, isNull } from 'drizzle-orm'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requireOwner } from '../../core/context.ts'
import { userFiles } from '../../core/schema.ts'

/**
 * Gives a file another name; the bytes, and what the name is in links that were made, stay. @throws
 * ApiProblem not_found
 */
export async function renameFile(ctx: Context, id: string, name: string): Promise<void> {
  const renamed = await ctx.platform.db
    .update(userFiles)
    .set({ fileName: name, updatedAt: ctx.platform.clock() })
    .where(and(eq(userFiles.id, id), eq(userFiles.ownerId, requireOwner(ctx)), isNull(userFiles.deletedAt)))
    .returning({ id: userFiles.id })
  if (renamed.length === 0) throw new ApiProblem('not_found', 'File not found. It may have been deleted.')
}
