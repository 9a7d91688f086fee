import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { toApiError } from '../../api/errors.ts'
import { deletePipeline, duplicatePipeline, exportPipeline, type Pipeline } from '../../api/pipelines.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { randomId } from '../../lib/random-id.ts'
import { paths } from '../../paths.ts'
import { confirmAct } from '../../stores/confirm.ts'
import { showToast } from '../../ui/toaster.tsx'
import { useProblemWords } from '../problems/index.ts'
import { LONG } from './labels.ts'
import { saveDocument } from './save-document.ts'

/** `gone` is called when it has been deleted: a page of its own has to be left. */
export function usePipelineActions(gone?: () => void) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const words = useProblemWords()
  const failed = (error: unknown) => showToast({ kind: 'error', text: words(error) })
  return {
    duplicate: async ({ id, name: whole }: Pipeline) => {
      const name = cutMiddle(whole, LONG)
      try {
        const copy = await duplicatePipeline(id, randomId())
        showToast({
          text: t`“${name}” duplicated`,
          action: { label: t`Open copy`, onClick: () => void navigate(paths.pipeline(copy.id)) },
        })
      } catch (error) {
        failed(error)
      }
    },
    download: async ({ id }: Pipeline) => {
      try {
        const document = await exportPipeline(id)
        saveDocument(document)
        if (document.steps.some(({ left_out }) => left_out.length > 0))
          showToast({ text: t`Pipeline exported without passwords.` })
      } catch (error) {
        failed(error)
      }
    },
    remove: ({ id, name: whole }: Pipeline) => {
      const name = cutMiddle(whole, LONG)
      confirmAct({
        title: t`Delete “${name}”?`,
        body: t`This permanently deletes the pipeline and its saved passwords. Runs and results are kept.`,
        keep: t`Cancel`,
        act: t`Delete`,
        verb: t`Deleting`,
        run: async () => {
          try {
            await deletePipeline(id)
            gone?.()
            showToast({ text: t`“${name}” deleted` })
            return null
          } catch (error) {
            return words(toApiError(error))
          }
        },
      })
    },
  }
}
