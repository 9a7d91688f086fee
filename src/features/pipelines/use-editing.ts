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
  /** As it is saved; null where it never was. */
  pipeline: Pipeline | null
  builder: Builder
  checked: Checked
  /** Answers with what is saved now; null where it could not be, and then it is said why. */
  save: () => Promise<Pipeline | null>
  saving: boolean
  saveError: ApiError | null
  /** A step that cannot run, counted from 1. */
  faulty: number | null
}

/** A pipeline that is open: its draft, how its steps stand, and what saves them. */
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
  // What was said of one pipeline is not said of the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the id that counts
  useEffect(() => reset(), [id, reset])
  // A draft is kept, and a password that was typed into it is not.
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
      // It is said where the form is.
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

/** As the service would say it of a name that is missing. */
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
