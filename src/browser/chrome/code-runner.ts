import {browser} from '../shared/worker-browser'

type Offscreen = {
  createDocument(about: {
    readonly url: string
    readonly reasons: readonly string[]
    readonly justification: string
  }): Promise<void>
  closeDocument(): Promise<void>
}

export function createRunnerDocument(): (isNeeded: boolean) => Promise<void> {
  const {offscreen} = browser as unknown as {readonly offscreen: Offscreen}
  const ignore = () => undefined
  let opening: Promise<void> | undefined
  return async isNeeded => {
    // Chrome rejects a second document, and closing none.
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
