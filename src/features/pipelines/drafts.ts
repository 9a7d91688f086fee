import { create } from 'zustand'
import type { PipelineStep } from '../../api/pipelines.ts'
import { randomId } from '../../lib/random-id.ts'
import { onSignOut } from '../../stores/sign-out.ts'
import type { OptionValues } from '../convert/options/index.ts'

/** A step in a draft. */
export interface DraftStep {
  /** Identifies the step in the list, even after moves. */
  key: string
  /** The server's id, once it is saved. */
  id: string | null
  operation: string
  target: string
  /** Only values that differ from the defaults. */
  options: OptionValues
  /**
   * Entered secrets that are not saved. They are only in memory, never in the browser's storage.
   */
  typed: Record<string, string>
  /** Secrets that the server stores encrypted. */
  secrets: readonly string[]
  /** Stored files that are additional inputs. */
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

/** The key of a user's draft; pipeline null: a new pipeline. */
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

/** Unsaved changes survive page loads and browser restarts. */
export const useDrafts = create<{ drafts: Drafts }>(() => ({ drafts: read() }))

const withoutTyped = (draft: Draft): Draft => ({
  ...draft,
  steps: draft.steps.map((step) => ({ ...step, typed: {} })),
})

/** Writes to memory, and merges into the browser's storage with other tabs' drafts. */
function keep(change: (drafts: Drafts) => Drafts): void {
  useDrafts.setState(({ drafts }) => ({ drafts: change(drafts) }))
  try {
    const kept = Object.entries(change(read())).slice(-MOST)
    const written = kept.map(([key, one]) => [key, withoutTyped(one)])
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(written)))
  } catch {
    // Storage may be blocked; then drafts last as long as the page.
  }
}

export const storeDraft = (key: string, draft: Draft): void => keep((drafts) => ({ ...drafts, [key]: draft }))

/** Returns a function that restores it. */
export function dropDraft(key: string): () => void {
  const dropped = useDrafts.getState().drafts[key]
  keep(({ [key]: _, ...rest }) => rest)
  return () => dropped && storeDraft(key, dropped)
}

const hasTyped = ({ steps }: Draft): boolean => steps.some(({ typed }) => Object.keys(typed).length > 0)

// Applies another tab's changes; drafts with an entered password keep this page's state.
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

/** An expanded step stays expanded when it gets the server's id. */
const keys = new Map<string, string>()
export function rememberKeys(draft: Draft, saved: { steps: readonly { id: string }[] }): void {
  for (const [index, { id }] of saved.steps.entries()) {
    const key = draft.steps[index]?.key
    if (key) keys.set(id, key)
  }
}

type Saved = Omit<PipelineStep, 'id'> & { id?: string | undefined; secrets?: string[] }

/** Converts a saved pipeline, a template or an import to a draft. */
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

/** Converts a step to the request's format. Empty lines of a list are removed. */
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

/** Whether saving one in place of the other would change nothing. */
export const isSame = (one: Draft, other: Draft): boolean => plain(one) === plain(other)
