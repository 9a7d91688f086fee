/** After this time a response that was inlined in the page is stale. */
const FRESH_MS = 20_000

/** Responses inlined in the HTML for the requests in `first-requests.ts`; null until first read. */
let answers: Map<string, unknown> | null = null

/** Takes the inlined response, once; undefined where there is none or it is stale. */
export function takeFirstAnswer(url: string): unknown {
  answers ??= readAnswers()
  if (performance.now() > FRESH_MS) answers.clear()
  const answer = answers.get(url)
  answers.delete(url)
  return answer
}

/** Discards the inlined responses, which a mutation makes stale. */
export function forgetFirstAnswers(): void {
  answers = new Map()
}

function readAnswers(): Map<string, unknown> {
  const text = document.getElementById('first-answers')?.textContent
  return new Map(Object.entries((text ? JSON.parse(text) : {}) as Record<string, unknown>))
}
