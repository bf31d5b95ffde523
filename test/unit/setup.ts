// Node 20 says of `URL.canParse`, once it is compiled, that no URL with letters beyond ASCII can be parsed; no browser does.
URL.canParse = (url, base) => {
  try {
    return new URL(url, base) instanceof URL
  } catch {
    return false
  }
}

/** As they are before any test: files follow each other in one thread, and the server's library puts its own in their place, which take more. */
const state = globalThis as {nativeFetching?: Pick<typeof globalThis, 'Request' | 'Response'>}
state.nativeFetching ??= {Request: globalThis.Request, Response: globalThis.Response}
Object.assign(globalThis, state.nativeFetching)
