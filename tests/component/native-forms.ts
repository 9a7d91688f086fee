import { Blob, File } from 'node:buffer'
import { vi } from 'vitest'

/**
 * jsdom has forms and files of its own that Node's fetch, and so the mock, cannot read. In their
 * place stand Node's, and a request that sends them by fetch; progress is for the browser's tests.
 */
export async function useNativeForms(): Promise<void> {
  const sample = await new Response(new URLSearchParams()).formData()
  const Native = sample.constructor as typeof FormData
  vi.stubGlobal(
    'FormData',
    // Node's takes no form; ours are made of inputs.
    class extends Native {
      constructor(form?: HTMLFormElement) {
        super()
        for (const input of form?.querySelectorAll('input') ?? []) this.append(input.name, input.value)
      }
    },
  )
  vi.stubGlobal('File', File)
  vi.stubGlobal('Blob', Blob)
  vi.stubGlobal('XMLHttpRequest', FetchRequest)
}

class FetchRequest {
  upload = {}
  status = 0
  responseText = ''
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly #headers: Record<string, string> = {}
  readonly #stop = new AbortController()
  #method = ''
  #url = ''

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }
  abort() {
    this.#stop.abort()
  }
  async send(body: BodyInit) {
    try {
      const answer = await fetch(this.#url, {
        method: this.#method,
        headers: this.#headers,
        body,
        signal: this.#stop.signal,
      })
      this.status = answer.status
      this.responseText = await answer.text()
      this.onload?.()
    } catch {
      if (!this.#stop.signal.aborted) this.onerror?.()
    }
  }
}
