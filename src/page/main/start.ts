import {connectIsolated} from './channel'
import {patchFetch} from './fetch'
import {hidePatches, combinePatches, type PatchHandle} from './patch-method'
import {patchXhr} from './xhr/patch'

/**
 * Patches `fetch` and `XMLHttpRequest` while a rule can match in this page.
 * Returns the event name for the handshake in pages that are already open.
 */
export function startMain(): string {
  let setPatched: PatchHandle | undefined
  return connectIsolated(channel => {
    const isOn = channel.mode !== 'off'
    if (setPatched) setPatched(isOn)
    else if (isOn) {
      // Never restored, since a page may have stored patched functions.
      hidePatches()
      setPatched = combinePatches([patchFetch(channel), patchXhr(channel)])
    }
  })
}
