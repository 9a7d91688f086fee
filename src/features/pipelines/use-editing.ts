import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../api/errors.ts'
import { type Pipeline, useSavePipeline } from '../../api/pipelines.ts'
import { randomId } from '../../lib/random-id.ts'
import { useHotkeys } from '../../lib/use-hotkeys.ts'
import { paths } from '../../paths.ts'
import { rememberKeys, stepOf } from './drafts.ts'
import { type Builder, useBuilder } from './use-builder.ts'
import { type Checked, useCheck } from './use-check.ts'

export interface Editing {
  /** The saved pipeline; null for a new one. */
  pipeline: Pipeline | null
  builder: Builder
  checked: Checked
  /** Resolves to the saved pipeline; null on an error, which is then shown. */
  save: () => Promise<Pipeline | null>
  saving: boolean
  saveError: ApiError | null
  /** The number of an invalid step, from 1. */
  faulty: number | null
}

/** The editing state of a pipeline: its draft, validation, and saving. */
export function useEditing(pipeline: Pipeline | null, user: string): Editing {
  const navigate = useNavigate()
  const builder = useBuilder(pipeline, user)
  const { draft, dirty, typed } = builder
  const checked = useCheck(draft.steps, pipeline?.id ?? null)
  const [nameless, setNameless] = useState(false)
  const { mutateAsync, isPending, error, reset } = useSavePipeline()
  const id = pipeline?.id
  const fault = draft.steps.findIndex(({ key }) => checked.of(key)?.problem)

  useEffect(() => {
    if (draft.name.trim()) setNameless(false)
  }, [draft.name])
  // Errors of one pipeline are not shown for the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the id that counts
  useEffect(() => reset(), [id, reset])
  // A draft is stored, but entered passwords are not.
  useEffect(() => {
    if (!typed) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [typed])

  async function save(): Promise<Pipeline | null> {
    if (pipeline && !dirty) return pipeline
    if (!draft.name.trim()) {
      setNameless(true)
      document.querySelector<HTMLElement>('[data-pipeline-name]')?.focus()
      return null
    }
    if (draft.steps.length === 0) return null
    try {
      const body = {
        name: draft.name.trim(),
        description: draft.description.trim(),
        steps: draft.steps.map(stepOf),
      }
      const saved = await mutateAsync({ id: pipeline?.id ?? null, body, key: randomId() })
      rememberKeys(draft, saved)
      builder.settle()
      if (!pipeline) void navigate(paths.pipeline(saved.id), { replace: true })
      return saved
    } catch {
      // The form shows the error.
      return null
    }
  }
  useHotkeys({
    'mod+s': (event) => {
      event.preventDefault()
      void save()
    },
  })
  return {
    pipeline,
    builder,
    checked,
    save,
    saving: isPending,
    saveError: nameless ? NAMELESS : error,
    faulty: fault >= 0 ? fault + 1 : null,
  }
}

/** The server's error for a missing name. */
const NAMELESS = new ApiError('invalid_request', 400, {
  type: 'about:blank',
  title: '',
  status: 400,
  detail: '',
  instance: '',
  code: 'invalid_request',
  request_id: '',
  errors: [{ path: 'name', message: '' }],
})
