/** What the conformance suite does with each generated client. */
export interface GeneratedClient {
  /** Creates an API key, signed in by a cookie. */
  createKey(url: string, cookie: string): Promise<string>
  /** The operations of a program that has an API key. */
  connect(url: string, key: string): Connection
}

export interface Connection {
  /** Submits files in one multipart request; returns the identifier of the conversion. */
  convert(files: File[], fields: { target_format: string; operation?: string }): Promise<string>
  /** Waits until the conversion settles. */
  wait(id: string): Promise<{ status: string; pages: number | null | undefined }>
  download(id: string): Promise<Blob>
  /** Collects results; returns the identifier of the batch. */
  collect(ids: string[]): Promise<string>
  downloadBatch(id: string): Promise<Blob>
}

export const KEY = { name: 'generated client', scopes: ['convert:read', 'convert:write'] as const }

/** The body of a success; throws what the service says otherwise. */
export function bodyOf<T>(data: T | undefined, error: unknown): T {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}
