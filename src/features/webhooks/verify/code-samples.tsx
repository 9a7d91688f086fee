import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { CodeText } from '../code-text.tsx'
import curl from './samples/send.sh?raw'
import go from './samples/verify.go?raw'
import java from './samples/verify.java?raw'
import node from './samples/verify.mjs?raw'
import php from './samples/verify.php?raw'
import python from './samples/verify.py?raw'
import ruby from './samples/verify.rb?raw'

/**
 * Code that verifies a request, by language; the last one sends a signed request. Tests run each.
 */
const SAMPLES = {
  node: { label: 'Node', text: node },
  python: { label: 'Python', text: python },
  go: { label: 'Go', text: go },
  php: { label: 'PHP', text: php },
  ruby: { label: 'Ruby', text: ruby },
  java: { label: 'Java', text: java },
  curl: { label: 'curl', text: curl },
} as const
type Language = keyof typeof SAMPLES

const LANGUAGES = Object.keys(SAMPLES) as Language[]

/** Sample code for receivers, without dependencies. */
export function CodeSamples() {
  const { t } = useLingui()
  const [language, setLanguage] = useState<Language>('node')
  const { label, text } = SAMPLES[language]
  return (
    <Panel
      title={t`Code`}
      note={
        language === 'curl'
          ? t`Sends a signed request to your receiver.`
          : t`Verifies a request without a library.`
      }
      actions={<CopyButton key={language} text={text} name={t`Copy code for ${label}`} />}
      flush
    >
      <Tabs
        label={t`Languages`}
        value={language}
        onChange={setLanguage}
        tabs={LANGUAGES.map((value) => ({
          value,
          label: SAMPLES[value].label,
          panel: (
            <CodeText
              text={SAMPLES[value].text}
              label={t`Code for ${SAMPLES[value].label}`}
              className="max-h-[32rem] rounded-b-sheet"
            />
          ),
        }))}
      />
    </Panel>
  )
}
