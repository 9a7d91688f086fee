import type { GeneratedClient } from './client.ts'
import { heyApi } from './hey-api.ts'
import { openapiFetch } from './openapi-fetch.ts'
import { orval } from './orval.ts'
import { swaggerTypescriptApi } from './swagger-typescript-api.ts'

/** Each client by the name of its generator. */
export const clients: Record<string, GeneratedClient> = {
  '@hey-api/openapi-ts': heyApi,
  orval,
  'swagger-typescript-api': swaggerTypescriptApi,
  'openapi-typescript with openapi-fetch': openapiFetch,
}
