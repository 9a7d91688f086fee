import { create } from 'zustand'
import { FIRST_FORM, type OutputForm } from './form.ts'

/** Settings that a user rarely changes, stored in this browser. */
const KEPT = [
  'pageSize',
  'quality',
  'colour',
  'isSearchable',
  'languages',
  'saveTo',
  'next',
  'marginMm',
] as const
const KEY = 'scan-output'

const isObject = (value: unknown): value is Partial<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const CHOICES: Partial<Record<keyof OutputForm, readonly unknown[]>> = {
  pageSize: ['auto', 'a4', 'letter', 'fit'],
  quality: ['small', 'balanced', 'best'],
  colour: ['pages', 'grey', 'bw'],
  saveTo: ['download', 'storage'],
  next: ['nothing', 'workbench', 'convert', 'sign'],
}

/** Whether a stored value is valid: it may come from another version. */
function isValid(name: (typeof KEPT)[number], value: unknown): boolean {
  if (name === 'isSearchable') return typeof value === 'boolean'
  if (name === 'marginMm') return typeof value === 'number' && value >= 0 && value <= 50
  if (name === 'languages') return Array.isArray(value) && value.every((one) => typeof one === 'string')
  return CHOICES[name]?.includes(value) === true
}

/** Storage may be blocked: then a choice lasts as long as the page. */
function read(): OutputForm {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (!isObject(kept)) return FIRST_FORM
    const valid = KEPT.filter((name) => isValid(name, kept[name])).map((name) => [name, kept[name]])
    return { ...FIRST_FORM, ...Object.fromEntries(valid) }
  } catch {
    return FIRST_FORM
  }
}

interface Forms {
  form: OutputForm
  /** The session of the name and title. */
  of: string | null
}

export const useForm = create<Forms>(() => ({ form: read(), of: null }))

export function changeForm(change: Partial<OutputForm>): void {
  const form = { ...useForm.getState().form, ...change }
  useForm.setState({ form })
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, form[name]]))))
  } catch {}
}

/** Resets the form for another session; the session's purpose sets the destination. */
export function beginForm(session_id: string, purpose: string | null): void {
  const { form, of } = useForm.getState()
  if (of === session_id) return
  const preset: Partial<OutputForm> =
    purpose === 'storage'
      ? { saveTo: 'storage', next: 'nothing' }
      : purpose === 'convert'
        ? { next: 'convert' }
        : purpose === 'signing'
          ? { next: 'sign' }
          : {}
  useForm.setState({ form: { ...form, name: null, title: '', ...preset }, of: session_id })
}
