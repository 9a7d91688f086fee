/** A fake XMLHttpRequest that a test responds to. */
export class FakeRequest extends EventTarget {
  static readonly all: FakeRequest[] = []
  readonly upload = new EventTarget()
  readonly headers = new Map<string, string>()
  url = ''
  body: FormData | null = null
  status = 0
  responseText = ''
  isAborted = false

  open(method: string, url: string): void {
    this.url = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value)
  }
  send(body: FormData): void {
    this.body = body
    FakeRequest.all.push(this)
  }
  abort(): void {
    this.isAborted = true
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  answer(status: number, body: unknown): void {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.dispatchEvent(new Event('load'))
  }
  fail(): void {
    this.dispatchEvent(new Event('error'))
  }
}
