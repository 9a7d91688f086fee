/** Orval writes the server's URL into the client that it generates. */
export default {
  filewright: {
    input: 'generated/openapi.json',
    output: { target: 'generated/sources/orval.ts', client: 'fetch', baseUrl: process.env.BASE_URL },
  },
}
