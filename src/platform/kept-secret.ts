import {browser} from './worker-browser'

const key = 'waiting-secret'

/** A word of this installation that pages cannot read, made once. */
export async function keptSecret(make: () => string): Promise<string> {
  const known = (await browser.storage.local.get(key))[key]
  if (typeof known === 'string') return known
  const secret = make()
  await browser.storage.local.set({[key]: secret})
  return secret
}
