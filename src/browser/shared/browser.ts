import browser from 'webextension-polyfill'

export {browser}

export function listen<Listener>(
  event: {addListener(listener: Listener): void; removeListener(listener: Listener): void},
  listener: Listener,
): () => void {
  event.addListener(listener)
  return () => event.removeListener(listener)
}
