import { create } from 'zustand'
import type { PipelineStep } from '../../api/pipelines.ts'
import { randomId } from '../../lib/random-id.ts'
import { onSignOut } from '../../stores/sign-out.ts'
import type { OptionValues } from '../convert/options/index.ts'

/** A step as it is being made. */
export interface DraftStep {
  /** Tells it apart in the list, wherever it is moved. */
  key: string
  /** The service's, once it is saved. */
  id: string | null
  operation: string
  target: string
  /** Only what differs from the defaults. */
  options: OptionValues
  /**
   * Secrets that were typed and are not saved. They lie in this page only, never in the browser's
   * store.
   */
  typed: Record<string, string>
  /** Secrets that the service keeps, sealed. */
  secrets: readonly string[]
  /** Stored files that it takes too. */
  files: readonly string[]
  filesFirst: boolean
}

export interface Draft {
  name: string
  description: string
  steps: readonly DraftStep[]
}

export const EMPTY: Draft = { name: '', description: '', steps: [] }

const KEY = 'pipeline-drafts'
const MOST = 20

/** Of whom, and of which pipeline: null is one that was never saved. */
export const draftKey = (user: string | undefined, pipeline: string | null): string =>
  `${user ?? 'nobody'}/${pipeline ?? 'new'}`

type Drafts = Record<string, Draft>

function read(): Drafts {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, draft]) => isDraft(draft)))
  } catch {
    return {}
  }
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Draft).name === 'string' &&
  typeof (value as Draft).description === 'string' &&
  Array.isArray((value as Draft).steps) &&
  (value as Draft).steps.every(
    (step) =>
      typeof step?.key === 'string' &&
      typeof step.operation === 'string' &&
      typeof step.target === 'string' &&
      typeof step.options === 'object' &&
      Array.isArray(step.files) &&
      Array.isArray(step.secrets) &&
      typeof step.typed === 'object',
  )

/** What was changed and not saved outlasts the page, and the browser. */
export const useDrafts = create<{ drafts: Drafts }>(() => ({ drafts: read() }))

const withoutTyped = (draft: Draft): Draft => ({
  ...draft,
  steps: draft.steps.map((step) => ({ ...step, typed: {} })),
})

/** In this page, and in the browser among what other tabs have kept there meanwhile. */
function keep(change: (drafts: Drafts) => Drafts): void {
  useDrafts.setState(({ drafts }) => ({ drafts: change(drafts) }))
  try {
    const kept = Object.entries(change(read())).slice(-MOST)
    const written = kept.map(([key, one]) => [key, withoutTyped(one)])
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(written)))
  } catch {
    // Storage may be forbidden; then they last as long as the page.
  }
}

export const storeDraft = (key: string, draft: Draft): void => keep((drafts) => ({ ...drafts, [key]: draft }))

/** Answers with what brings it back. */
export function dropDraft(key: string): () => void {
  const dropped = useDrafts.getState().drafts[key]
  keep(({ [key]: _, ...rest }) => rest)
  return () => dropped && storeDraft(key, dropped)
}

const hasTyped = ({ steps }: Draft): boolean => steps.some(({ typed }) => Object.keys(typed).length > 0)

// Another tab's changes; where a password is being typed here, this page's own stays.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== KEY) return
  useDrafts.setState(({ drafts }) => ({
    drafts: { ...read(), ...Object.fromEntries(Object.entries(drafts).filter(([, one]) => hasTyped(one))) },
  }))
})

// Unsaved drafts are private to their user. Drafts of guests stay under their own key.
onSignOut(() =>
  useDrafts.setState(({ drafts }) => ({
    drafts: Object.fromEntries(Object.entries(drafts).map(([key, draft]) => [key, withoutTyped(draft)])),
  })),
)

/** A step that was open stays open when it gets the service's id. */
const keys = new Map<string, string>()
export function rememberKeys(draft: Draft, saved: { steps: readonly { id: string }[] }): void {
  for (const [index, { id }] of saved.steps.entries()) {
    const key = draft.steps[index]?.key
    if (key) keys.set(id, key)
  }
}

type Saved = Omit<PipelineStep, 'id'> & { id?: string | undefined; secrets?: string[] }

/** What the service has, or would have, as it is worked on. */
export const draftOf = (from: { name: string; description: string; steps: readonly Saved[] }): Draft => ({
  name: from.name,
  description: from.description,
  steps: from.steps.map((step) => ({
    key: (step.id && keys.get(step.id)) ?? step.id ?? randomId(),
    id: step.id ?? null,
    operation: step.operation,
    target: step.target_format,
    options: step.options,
    typed: {},
    secrets: step.secrets ?? [],
    files: step.files,
    filesFirst: step.files_first,
  })),
})

export const newStep = (operation: string, target: string): DraftStep => ({
  key: randomId(),
  id: null,
  operation,
  target,
  options: {},
  typed: {},
  secrets: [],
  files: [],
  filesFirst: false,
})

/** As the service takes it. Empty lines of a list were only room to write in. */
export const stepOf = ({
  id,
  operation,
  target,
  options,
  typed,
  files,
  filesFirst,
}: DraftStep): PipelineStep => ({
  ...(id !== null && { id }),
  operation,
  target_format: target,
  options: {
    ...Object.fromEntries(
      Object.entries(options)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [
          name,
          Array.isArray(value) ? value.filter((line) => String(line).trim()) : value,
        ]),
    ),
    ...typed,
  },
  files: [...files],
  files_first: filesFirst,
})

const plain = ({ name, description, steps }: Draft): string =>
  JSON.stringify([
    name,
    description,
    steps
      .map(stepOf)
      .map(({ options, ...step }) => [step, Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))]),
  ])

/** Whether saving one in the place of the other would change nothing. */
export const isSame = (one: Draft, other: Draft): boolean => plain(one) === plain(other)
