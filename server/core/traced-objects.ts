import type { Objects, Tracer } from '../platform.ts'

/**
 * The store with a span for each call that reads or writes a file. Of its key only the kind is
 * told: the word before the slash.
 */
export function tracedObjects(objects: Objects, tracer: Tracer): Objects {
  const traced = <T>(operation: string, key: string, work: () => Promise<T>) => {
    const attributes = {
      'filewright.store.operation': operation,
      'filewright.store.kind': key.split('/', 1)[0],
    }
    return tracer.span(`store ${operation}`, { kind: 'client', attributes }, work)
  }
  return {
    onDisk: objects.onDisk,
    adopt: (key, path) => traced('write', key, () => objects.adopt(key, path)),
    // Until the first bytes are there: the rest travels as fast as the client reads.
    read: (key, range) => traced('open', key, () => objects.read(key, range)),
    copyTo: (key, path, known) => traced('copy', key, () => objects.copyTo(key, path, known)),
    head: (key) => traced('head', key, () => objects.head(key)),
    remove: (key) => traced('remove', key, () => objects.remove(key)),
    list: (prefix) => objects.list(prefix),
    probe: () => objects.probe(),
    signedUrl: (key, file) => objects.signedUrl(key, file),
  }
}
