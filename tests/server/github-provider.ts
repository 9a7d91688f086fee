import { type ProviderAccount, startOpenIdProvider } from './openid-provider.ts'

/**
 * GitHub's part in a sign-in, as its documentation has it: a real OAuth server under GitHub's
 * paths, which says no with 200, and the two addresses of the API that say who it is. `subject` is
 * the account's number.
 */
export async function startGithub(redirectUris: string[]) {
  const token = '/login/oauth/access_token'
  const started = await startOpenIdProvider({
    redirectUris,
    routes: { authorization: '/login/oauth/authorize', token },
    before: async (request, response, whose) => {
      if (request.url === token) {
        const { end } = response
        response.end = ((...args: Parameters<typeof end>) => {
          if (response.statusCode === 400) response.statusCode = 200
          return end.apply(response, args)
        }) as typeof end
      }
      if (!request.url?.startsWith('/user')) return false
      const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
      const account = bearer ? await whose(bearer) : undefined
      const known = account && request.headers['user-agent'] ? API[request.url]?.(account) : undefined
      response
        .writeHead(known ? 200 : account ? 404 : 401, { 'content-type': 'application/json' })
        .end(JSON.stringify(known ?? { message: 'Bad credentials' }))
      return true
    },
  })
  return { ...started, url: started.issuer, apiUrl: started.issuer }
}

const API: Record<string, (account: ProviderAccount) => object> = {
  '/user': ({ subject, name }) => ({ id: Number(subject), login: `octo${subject}`, name: name ?? null }),
  '/user/emails': ({ email, emailVerified = true }) => [
    { email: 'other@mail.example', primary: false, verified: true, visibility: null },
    { email, primary: true, verified: emailVerified, visibility: 'public' },
  ],
}
