// In Node 20 an optimised `URL.canParse` rejects URLs with non-ASCII letters; browsers do not.
URL.canParse = (url, base) => {
  try {
    return new URL(url, base) instanceof URL
  } catch {
    return false
  }
}

/**
 * Restores the native classes before each test file. Files share a thread, and @hono/node-server
 * replaces the classes with more permissive ones.
 */
const state = globalThis as {nativeFetching?: Pick<typeof globalThis, 'Request' | 'Response'>}
state.nativeFetching ??= {Request: globalThis.Request, Response: globalThis.Response}
Object.assign(globalThis, state.nativeFetching)
