import { eq, sql } from 'drizzle-orm'
import { users } from '../../server/core/schema.ts'
import type { Platform } from '../../server/platform.ts'
import { createKeys } from './api-keys.ts'
import { openBusinesses } from './businesses.ts'
import { addOlderHistory } from './older-history.ts'
import { savePipelines } from './pipelines.ts'
import { convertRealFiles } from './real-conversions.ts'
import { requestSignatures } from './signing.ts'
import { storeAndShare } from './stored-files.ts'
import { Visit } from './visit.ts'

export const DEMO = { username: 'demo', email: 'demo@filewright.example', password: 'demo demo' } as const

/** Makes the demo's account with everything in it, unless it is there already. */
export async function furnish(platform: Platform, url: string, say: (line: string) => void) {
  const { db } = platform
  const found = await demoUser(platform)
  if (!found) {
    say('Making the account “demo” …')
    const visit = await Visit.signUp(url, DEMO)
    await visit.introduce({ first_name: 'Dana', last_name: 'Moore' })
    const ids = await convertRealFiles(visit, say)
    const user = await demoUser(platform)
    if (!user) throw new Error('The account was made and is not there.')
    say('Adding what the three months before have left …')
    await addOlderHistory(platform, user.id, ids)
    say('Storing and sharing files …')
    await storeAndShare(visit, ids)
    say('Running pipelines and requesting signatures …')
    await savePipelines(visit)
    await requestSignatures(visit, platform)
    await createKeys(visit)
    say('Opening two businesses …')
    await openBusinesses(visit, user.isAdmin)
  }
  const user = found ?? (await demoUser(platform))
  const counted = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from conversions where owner_id = ${user?.id ?? null}`,
  )
  return {
    isNew: !found,
    isAdmin: user?.isAdmin ?? false,
    conversions: counted.rows[0]?.count ?? 0,
  }
}

async function demoUser({ db }: Platform) {
  const [user] = await db.select().from(users).where(eq(users.usernameKey, DEMO.username))
  return user
}
