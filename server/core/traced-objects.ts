import type { Objects, Tracer } from '../platform.ts'

/**
 * The store with a span per read or write. Of the key it contains only the kind: the prefix before
 * the slash.
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
    // Until the first bytes: the client determines the speed of the rest.
    read: (key, range) => traced('open', key, () => objects.read(key, range)),
    copyTo: (key, path, known) => traced('copy', key, () => objects.copyTo(key, path, known)),
    head: (key) => traced('head', key, () => objects.head(key)),
    remove: (key) => traced('remove', key, () => objects.remove(key)),
    list: (prefix) => objects.list(prefix),
    probe: () => objects.probe(),
    signedUrl: (key, file) => objects.signedUrl(key, file),
  }
}
