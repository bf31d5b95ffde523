import {browser} from './worker-browser'

type Offscreen = {
  createDocument(about: {
    readonly url: string
    readonly reasons: readonly string[]
    readonly justification: string
  }): Promise<void>
  closeDocument(): Promise<void>
}

/** The offscreen document, in which the code of rules runs: there while it is needed. */
export function createRunnerDocument(): (isNeeded: boolean) => Promise<void> {
  // The polyfill's types do not know this one.
  const {offscreen} = browser as unknown as {readonly offscreen: Offscreen}
  const ignore = () => undefined
  let opening: Promise<void> | undefined
  return async isNeeded => {
    // Chrome refuses what is so already: a second document, or closing none.
    if (!isNeeded) return offscreen.closeDocument().catch(ignore)
    opening ??= offscreen
      .createDocument({
        url: 'offscreen.html',
        reasons: ['WORKERS'],
        justification: 'Runs the code of rules, out of reach of pages.',
      })
      .catch(ignore)
      .finally(() => {
        opening = undefined
      })
    return opening
  }
}
