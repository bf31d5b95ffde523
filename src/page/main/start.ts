import {meetIsolated} from './channel'
import {patchFetch} from './fetch'
import {hideStandIns, together, type Puts} from './patch-method'
import {patchXhr} from './xhr/patch'

/** Patches `fetch` and `XMLHttpRequest` while a rule can match in this page. Returns the event name for pages that are already open. */
export function startMain(): string {
  let put: Puts | undefined
  return meetIsolated(channel => {
    const isOn = channel.mode !== 'off'
    if (put) put(isOn)
    else if (isOn) {
      // Not undone: a page may have stored patched functions.
      hideStandIns()
      put = together([patchFetch(channel), patchXhr(channel)])
    }
  })
}
