import { resolve } from 'node:path'
import { NativeOffice } from './native-office.ts'
import { OFFICE } from './program.ts'
import { serveOffice } from './serve-office.ts'

await serveOffice(new NativeOffice(OFFICE, resolve('state')))
