import browser from 'webextension-polyfill'

export {browser}

/** Adds a listener and returns a function that removes it. */
export function listen<Listener>(
  event: {addListener(listener: Listener): void; removeListener(listener: Listener): void},
  listener: Listener,
): () => void {
  event.addListener(listener)
  return () => event.removeListener(listener)
}
