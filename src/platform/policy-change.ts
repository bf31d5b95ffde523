import {browser} from './worker-browser'

/** Calls back when the organisation has set something else. */
export const onPolicy = (call: () => void): void => browser.storage.managed.onChanged.addListener(call)
