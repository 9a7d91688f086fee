export interface UploadOutcome {
  /** 0 without a response. */
  status: number
  body: unknown
}

export interface SentRequest {
  method: string
  url: string
  headers?: Record<string, string>
  body?: XMLHttpRequestBodyInit
  onProgress?: (sent: number) => void
  onAnswer: (outcome: UploadOutcome) => void
}

/**
 * A request with upload progress, which fetch lacks. Returns a function that aborts it; after that
 * no callback is called.
 */
export function sendRequest(sent: SentRequest): () => void {
  const { method, url, headers = {}, body, onProgress, onAnswer } = sent
  const request = new XMLHttpRequest()
  let stopped = false
  const end = (outcome: UploadOutcome) => {
    if (!stopped) onAnswer(outcome)
  }
  if (onProgress)
    request.upload.onprogress = ({ loaded }) => {
      if (!stopped) onProgress(loaded)
    }
  request.onload = () => end({ status: request.status, body: parse(request.responseText) })
  request.onerror = () => end({ status: 0, body: null })
  request.open(method, url)
  request.setRequestHeader('accept', 'application/json')
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.send(body)
  return () => {
    stopped = true
    request.abort()
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
