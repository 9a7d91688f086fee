import { serveOffice } from './serve-office.ts'
import { WasmOffice } from './wasm-office.ts'

await serveOffice(new WasmOffice())
