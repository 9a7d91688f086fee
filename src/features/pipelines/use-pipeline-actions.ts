import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Trash2Icon } from 'lucide-react'
import { useNavigate } from 'react-router'
import {
  type Pipeline,
  type PipelineDocument,
  useDeletePipeline,
  useDuplicatePipeline,
  useExportPipeline,
} from '../../api/pipelines.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { randomId } from '../../lib/random-id.ts'
import { paths } from '../../paths.ts'
import type { BulkAction } from '../../ui/bulk-bar.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { useConfirmEach } from '../lists/index.ts'
import { useProblemWords } from '../problems/index.ts'
import { LONG } from './labels.ts'

/** Characters that are invalid in file names on some systems. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the ones to remove
const UNFIT = /[\u0000-\u001f<>:"/\\|?*]+/g

/** Downloads the document as a file. */
function saveDocument(document: PipelineDocument): void {
  const blob = new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' })
  const link = Object.assign(window.document.createElement('a'), {
    href: URL.createObjectURL(blob),
    download: `${document.name.replaceAll(UNFIT, ' ').trim().slice(0, 100) || 'pipeline'}.pipeline.json`,
  })
  link.click()
  URL.revokeObjectURL(link.href)
}

/** `gone` is called after it was deleted, to leave its page. */
export function usePipelineActions(gone?: () => void) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const words = useProblemWords()
  const confirmEach = useConfirmEach()
  const onError = (error: unknown) => showToast({ kind: 'error', text: words(error) })
  const duplicated = useDuplicatePipeline().mutateAsync
  const exported = useExportPipeline().mutateAsync
  const deleted = useDeletePipeline().mutateAsync
  const asks = {
    act: t`Delete`,
    verb: t`Deleting`,
    each: ({ id }: Pipeline) => deleted(id),
  }
  return {
    duplicate: ({ id, name: whole }: Pipeline) => {
      const name = cutMiddle(whole, LONG)
      const onSuccess = (copy: Pipeline) =>
        showToast({
          text: t`“${name}” duplicated`,
          action: { label: t`Open copy`, onClick: () => void navigate(paths.pipeline(copy.id)) },
        })
      void duplicated({ id, key: randomId() }).then(onSuccess, onError)
    },
    download: ({ id }: Pipeline) =>
      void exported(id).then((document) => {
        saveDocument(document)
        if (document.steps.some(({ left_out }) => left_out.length > 0))
          showToast({ text: t`Pipeline exported without passwords.` })
      }, onError),
    remove: (pipeline: Pipeline) => {
      const name = cutMiddle(pipeline.name, LONG)
      confirmEach({
        ...asks,
        title: t`Delete “${name}”?`,
        body: t`This permanently deletes the pipeline and its saved passwords. Runs and results are kept.`,
        rows: [pipeline],
        done: t`“${name}” deleted`,
        after: gone,
      })
    },
    /** Actions for all selected pipelines. */
    bulk: (chosen: readonly Pipeline[], clear: () => void): BulkAction[] => {
      const count = chosen.length
      const remove = () =>
        confirmEach({
          ...asks,
          title: t({ message: plural(count, { one: 'Delete # pipeline?', other: 'Delete # pipelines?' }) }),
          body: t`This permanently deletes the pipelines and their saved passwords. Runs and results are kept.`,
          rows: chosen,
          done: t({ message: plural(count, { one: '# pipeline deleted', other: '# pipelines deleted' }) }),
          after: clear,
        })
      return [{ label: t`Delete ${count}`, icon: Trash2Icon, onClick: remove }]
    },
  }
}
