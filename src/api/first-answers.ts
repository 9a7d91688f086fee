/** After this the page has been looked at, and an answer from its start is of the past. */
const FRESH_MS = 20_000

/**
 * Of the requests in `first-requests.ts`, which the server has answered in the HTML; null until one
 * is looked for.
 */
let answers: Map<string, unknown> | null = null

/** The answer that came with the page, once; nothing where there is none, or it is old. */
export function takeFirstAnswer(url: string): unknown {
  answers ??= readAnswers()
  if (performance.now() > FRESH_MS) answers.clear()
  const answer = answers.get(url)
  answers.delete(url)
  return answer
}

/** Something is changed: what was answered before is not true any more. */
export function forgetFirstAnswers(): void {
  answers = new Map()
}

function readAnswers(): Map<string, unknown> {
  const text = document.getElementById('first-answers')?.textContent
  return new Map(Object.entries((text ? JSON.parse(text) : {}) as Record<string, unknown>))
}
