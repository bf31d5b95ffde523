import {meetIsolated} from './channel'
import {patchFetch} from './fetch'
import {hideStandIns, together, type Puts} from './stand-in'
import {patchXhr} from './xhr/patch'

/** Puts our functions in the place of the page's own, for as long as a rule can concern the page. Returns the name of the event for open pages. */
export function startMain(): string {
  let put: Puts | undefined
  return meetIsolated(channel => {
    const isOn = channel.mode !== 'off'
    if (put) put(isOn)
    else if (isOn) {
      // It stays: so does what shows made answers, and a page may have kept the rest.
      hideStandIns()
      put = together([patchFetch(channel), patchXhr(channel)])
    }
  })
}
