import { useLingui } from '@lingui/react/macro'
import { FileWarningIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toApiError } from '../../api/errors.ts'
import type { Conversion } from '../../api/history.ts'
import { paths } from '../../paths.ts'
import { setDismissed } from '../../stores/overview-choices.ts'
import { Button } from '../../ui/button.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { showToast } from '../../ui/toaster.tsx'
import { isOriginalStored } from '../convert/conversion/index.ts'
import { addOriginal, choiceOf } from '../convert/queue/index.ts'
import { failureWords, useProblemWords } from '../problems/index.ts'
import { AttentionRow } from './attention-row.tsx'
import { rerun, rerunWith } from './rerun.ts'

/** Errors caused by the file: the same file would fail again. */
const OF_THE_FILE: ReadonlySet<string> = new Set([
  'source_damaged',
  'source_empty',
  'source_too_complex',
  'source_unsupported',
])
/** Errors that require another input or option. */
const OF_THE_CHOICE: ReadonlySet<string> = new Set(['source_encrypted', 'option_refused'])

/** A failed conversion: retry, with another file or other options, or dismiss it. */
export function FailureRow({ conversion }: { conversion: Conversion }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const words = useProblemWords()
  const input = useRef<HTMLInputElement>(null)
  const [working, setWorking] = useState(false)
  const { conversion_id, filename, file_count, error } = conversion
  const code = error?.code ?? ''

  async function run(act: () => Promise<void>, text: string) {
    setWorking(true)
    try {
      await act()
      setDismissed(conversion_id, true)
      showToast({ text })
    } catch (thrown) {
      showToast({ kind: 'error', text: words(toApiError(thrown)) })
    } finally {
      setWorking(false)
    }
  }

  /** Adds the original to Convert, to enter its options and password. */
  function prepare() {
    const {
      filename: name,
      size_bytes: size,
      s3_key,
      source_format: format,
      operation,
      target_format,
      options,
    } = conversion
    if (s3_key === null) return
    addOriginal({ name, size, s3Key: s3_key, format, target: choiceOf(operation, target_format), options })
    void navigate(paths.convert())
  }

  const kept = isOriginalStored(conversion)
  return (
    <AttentionRow
      icon={FileWarningIcon}
      name={filename}
      title={<FileName name={filename} strong more={file_count - 1} />}
      note={`${i18n._(failureWords(code).title)}. ${t`Nothing was charged.`}`}
      onDismiss={() => {
        setDismissed(conversion_id, true)
        showToast({ text: t`${filename} dismissed`, undo: () => setDismissed(conversion_id, false) })
      }}
    >
      {!kept ? (
        <Button size={24} render={<Link to={paths.conversion(conversion_id)} />}>
          {t`Details`}
        </Button>
      ) : (
        <>
          {OF_THE_CHOICE.has(code) ? (
            <Button size={24} onClick={prepare}>
              {code === 'source_encrypted' ? t`Enter password` : t`Change options`}
            </Button>
          ) : (
            !OF_THE_FILE.has(code) && (
              <Button
                size={24}
                working={working}
                verb={t`Starting`}
                onClick={() => void run(() => rerun(conversion), t`${filename} is converting again`)}
              >
                {t`Retry`}
              </Button>
            )
          )}
          <Button size={24} onClick={() => input.current?.click()}>
            {t`Replace`}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t`Replacement for ${filename}`}
            onChange={(event) => {
              const [file] = event.target.files ?? []
              event.target.value = ''
              if (file) void run(() => rerunWith(conversion, file), t`${file.name} is converting`)
            }}
          />
        </>
      )}
    </AttentionRow>
  )
}
