import {browser} from './worker-browser'

const key = 'teamLastLook'

/** When the team account was last seen to be as it is here, in milliseconds since 1970, as long as the browser is open. */
export const readLastLook = async (): Promise<number | null> => {
  const at = (await browser.storage.session.get(key))[key]
  return typeof at === 'number' ? at : null
}

export const writeLastLook = (at: number | null): Promise<void> => browser.storage.session.set({[key]: at})
