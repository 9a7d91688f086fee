import { extname } from 'node:path'
import type { OfficePackage } from './office-package.ts'

/** The images passed to pandoc, under generated names. */
export class PackageImages {
  readonly files: Record<string, Uint8Array> = {}
  readonly #source: OfficePackage
  readonly #names = new Map<string, string>()

  constructor(source: OfficePackage) {
    this.#source = source
  }

  /** The file name of a package image for pandoc; null if the package lacks it. */
  add(part: string): string | null {
    const known = this.#names.get(part)
    if (known) return known
    const bytes = this.#source.bytes(part)
    if (!bytes) return null
    const extension = /^\.\w{1,5}$/.exec(extname(part))?.[0].toLowerCase() ?? ''
    const name = `image-${this.#names.size + 1}${extension}`
    this.#names.set(part, name)
    this.files[name] = bytes
    return name
  }
}
