import type {CodeFailures} from '../engine/code-failures'
import {browser} from './worker-browser'

export const failuresKey = 'code-failures'

/** How code failed since the browser was started; undefined where it never did. */
export const readFailures = async (): Promise<CodeFailures | undefined> =>
  (await browser.storage.session.get(failuresKey))[failuresKey] as CodeFailures | undefined
