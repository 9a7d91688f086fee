import { randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import type { ProviderName } from '../../../contract/sign-in.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, hashToken, newToken } from '../../core/context.ts'
import { IdentityError } from '../../core/identity-error.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { providerFlows } from '../../core/schema.ts'
import type { Identity } from '../../platform.ts'

const MINUTES = 10 * 60_000

export interface ProviderAnswer {
  provider: ProviderName
  code: string
  state: string
  redirect_uri: string
  issuer?: string | undefined
}

const providerOf = (ctx: Context, name: ProviderName) =>
  ctx.platform.identities.find((one) => one.name === name)

/**
 * Where to send the browser. State, nonce and the PKCE verifier are kept here, under a token that
 * only this browser has: an answer that comes through another browser is refused.
 * @throws ApiProblem not_found, provider_failed
 */
export async function startProvider(ctx: Context, name: ProviderName) {
  const { db, clock } = ctx.platform
  const provider = providerOf(ctx, name)
  if (!provider) throw new ApiProblem('not_found', 'This provider is not set up here.')
  await consumeOrThrow(ctx, LIMIT_RULES.providerAddress, ctx.address)
  const flow = {
    redirectUri: `${ctx.origin}/sign-in/${name}`,
    state: newToken(),
    nonce: newToken(),
    codeVerifier: randomBytes(48).toString('base64url'),
  }
  const authorizationUrl = await provider.authorizationUrl(flow).catch(asApiProblem)
  const token = newToken()
  const expires = new Date(clock().getTime() + MINUTES)
  await db
    .insert(providerFlows)
    .values({ ...flow, provider: name, tokenHash: hashToken(token), expiresAt: expires })
  ctx.issued.flow = { token, expires }
  return { authorization_url: authorizationUrl, state: flow.state, redirect_uri: flow.redirectUri }
}

/**
 * Who the provider says it is. The flow works once, whatever comes of it. @throws ApiProblem
 * provider_failed
 */
export async function redeemAnswer(ctx: Context, answer: ProviderAnswer): Promise<Identity> {
  const { db, clock } = ctx.platform
  const provider = providerOf(ctx, answer.provider)
  if (!provider) throw new ApiProblem('provider_failed', 'This provider is not set up here.')
  ctx.issued.flow = null
  const [flow] = ctx.shown.flow
    ? await db
        .delete(providerFlows)
        .where(
          and(eq(providerFlows.tokenHash, hashToken(ctx.shown.flow)), gt(providerFlows.expiresAt, clock())),
        )
        .returning()
    : []
  if (
    !flow ||
    flow.provider !== answer.provider ||
    flow.redirectUri !== answer.redirect_uri ||
    !same(flow.state, answer.state)
  ) {
    throw new ApiProblem(
      'provider_failed',
      'This sign-in was started in another browser or has expired. Start again.',
    )
  }
  return provider
    .redeem({
      code: answer.code,
      redirectUri: flow.redirectUri,
      state: flow.state,
      nonce: flow.nonce,
      codeVerifier: flow.codeVerifier,
      ...(answer.issuer !== undefined && { issuer: answer.issuer }),
    })
    .catch(asApiProblem)
}

const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

function asApiProblem(error: unknown): never {
  if (error instanceof IdentityError) throw new ApiProblem('provider_failed', error.message)
  throw error
}
