import { createHash, hkdfSync, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { armor, Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { z } from 'zod'
import { removeFile } from '../../core/remove-file.ts'

/** The file with the age identity of all other files, encrypted with the passphrase. */
const HEAD = 'filewright-backup.json'
const Head = z.object({ format: z.literal(1), identity: z.string() })
/** Of scrypt: about one second per run. */
const WORK_FACTOR = 18
const UNFINISHED = 'unfinished-'
const ENDING = '.age'

/** The passphrase is wrong. */
export class WrongPassphrase extends Error {
  override name = 'WrongPassphrase'
  constructor() {
    super('The passphrase is not the one of this backup.')
  }
}

/**
 * A folder of encrypted files in the age format (age-encryption.org/v1), readable with the age
 * tool. Each file is written under a temporary name and then renamed, so that a final name means a
 * complete file.
 */
export class BackupStore {
  readonly folder: string
  readonly #identity: string
  readonly #recipient: string
  readonly #names: Buffer

  private constructor(folder: string, identity: string, recipient: string) {
    this.folder = folder
    this.#identity = identity
    this.#recipient = recipient
    this.#names = Buffer.from(hkdfSync('sha256', identity, '', 'filewright backup names', 32))
  }

  /**
   * Opens the folder, or creates one with `create`.
   * @throws WrongPassphrase, or Error if the folder has other content
   */
  static async open(folder: string, passphrase: string, { create = false } = {}): Promise<BackupStore> {
    const head = join(folder, HEAD)
    if (!existsSync(head)) {
      if (!create) throw new Error(`There is no backup in ${folder}.`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      if ((await readdir(folder)).length > 0)
        throw new Error(`${folder} holds other files. Give the backup a folder of its own.`)
      const identity = await generateIdentity()
      const encrypter = new Encrypter()
      encrypter.setPassphrase(passphrase)
      encrypter.setScryptWorkFactor(WORK_FACTOR)
      const kept = armor.encode(await encrypter.encrypt(identity))
      await writeFile(head, `${JSON.stringify({ format: 1, identity: kept }, null, 2)}\n`, {
        mode: 0o600,
        flush: true,
      })
    }
    const { identity: kept } = Head.parse(JSON.parse(await readFile(head, 'utf8')))
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    const identity = await decrypter.decrypt(armor.decode(kept), 'text').catch(() => {
      throw new WrongPassphrase()
    })
    return new BackupStore(folder, identity, await identityToRecipient(identity))
  }

  /** The name for a content hash: deterministic, but does not reveal the hash. */
  nameOf(sha256: string): string {
    const mac = createHash('sha256').update(this.#names).update(sha256).digest('hex')
    return `objects/${mac.slice(0, 2)}/${mac}`
  }

  async has(name: string): Promise<boolean> {
    return (await stat(this.#path(name)).catch(() => null)) !== null
  }

  /** Encrypts a stream into the file `name`. @returns SHA-256 and size of the plaintext */
  async write(name: string, content: Readable): Promise<{ sha256: string; bytes: number }> {
    const path = this.#path(name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const unfinished = join(this.folder, `${UNFINISHED}${randomUUID()}`)
    const hash = createHash('sha256')
    let bytes = 0
    const encrypter = new Encrypter()
    encrypter.addRecipient(this.#recipient)
    try {
      const counted = Readable.from(
        (async function* () {
          for await (const chunk of content) {
            hash.update(chunk)
            bytes += chunk.length
            yield chunk
          }
        })(),
      )
      const encrypted = await encrypter.encrypt(
        Readable.toWeb(counted) as globalThis.ReadableStream<Uint8Array>,
      )
      await pipeline(
        Readable.fromWeb(encrypted as ReadableStream<Uint8Array>),
        createWriteStream(unfinished, { mode: 0o600, flush: true }),
      )
      await rename(unfinished, path)
      await syncFolder(dirname(path))
    } finally {
      await removeFile(unfinished)
    }
    return { sha256: hash.digest('hex'), bytes }
  }

  /** Decrypts the file `name`. @throws while reading, if the file is corrupt */
  async read(name: string): Promise<Readable> {
    const decrypter = new Decrypter()
    decrypter.addIdentity(this.#identity)
    const file = createReadStream(this.#path(name))
    const content = await decrypter.decrypt(Readable.toWeb(file) as globalThis.ReadableStream<Uint8Array>)
    return Readable.fromWeb(content as ReadableStream<Uint8Array>)
  }

  /** Reads a complete file. @returns SHA-256 and size of the plaintext */
  async digest(name: string): Promise<{ sha256: string; bytes: number }> {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const chunk of await this.read(name)) {
      hash.update(chunk)
      bytes += chunk.length
    }
    return { sha256: hash.digest('hex'), bytes }
  }

  /** The names in a folder, sorted. */
  async list(below: string): Promise<string[]> {
    const entries = await readdir(join(this.folder, below), { recursive: true, withFileTypes: true }).catch(
      () => [],
    )
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(ENDING))
      .map((entry) => join(entry.parentPath, entry.name).slice(this.folder.length + 1, -ENDING.length))
      .sort()
  }

  async remove(name: string): Promise<void> {
    await removeFile(this.#path(name))
  }

  /** Removes files of interrupted runs. Requires the backup lock. */
  async removeUnfinished(): Promise<void> {
    for (const name of await readdir(this.folder))
      if (name.startsWith(UNFINISHED)) await rm(join(this.folder, name))
    // A snapshot without a manifest is incomplete.
    const files = await this.list('snapshots')
    for (const name of await readdir(join(this.folder, 'snapshots')).catch(() => []))
      if (!files.includes(`snapshots/${name}/manifest`))
        await rm(join(this.folder, 'snapshots', name), { recursive: true, force: true })
  }

  #path(name: string): string {
    return join(this.folder, `${name}${ENDING}`)
  }
}

/** Makes the name of a new file durable. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
