import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * jsdom without timers that outlive it: they would find no window. A toast that leaves has one of
 * 200 ms.
 */
export default {
  name: 'jsdom',
  viteEnvironment: 'client',
  async setup(global, options) {
    const window = await builtinEnvironments.jsdom.setup(global, options)
    // Weak, since Node itself keeps the timers that are to come.
    const timers = new Set<WeakRef<NodeJS.Timeout>>()
    globalThis.setTimeout = new Proxy(setTimeout, {
      apply(begin, self, given) {
        const timer = Reflect.apply(begin, self, given)
        timers.add(new WeakRef(timer))
        return timer
      },
    })
    return {
      async teardown() {
        for (const timer of timers) clearTimeout(timer.deref())
        await window.teardown(global)
      },
    }
  },
} satisfies Environment
