import {meetIsolated} from './channel'
import {patchFetch} from './fetch'
import type {Meet} from './meet'
import {hideStandIns, together, type Puts} from './stand-in'
import {patchXhr} from './xhr/patch'

/** Puts our functions in the place of the page's own, for as long as a rule can concern the page. Returns what `meet` does. */
export function startMain(meet: Meet): unknown {
  let put: Puts | undefined
  return meetIsolated(meet, channel => {
    const isOn = channel.mode !== 'off'
    if (isOn) put ??= together([patchFetch(channel), patchXhr(channel), hideStandIns()])
    put?.(isOn)
  })
}
