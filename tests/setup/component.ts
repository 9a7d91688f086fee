import '@testing-library/jest-dom/vitest'
import { i18n } from '@lingui/core'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(cleanup)
// What a test waits for may take longer than the usual second on a busy machine.
configure({ asyncUtilTimeout: 10_000 })
