import {meetIsolated} from './channel'
import {patchFetch} from './fetch'
import type {Meet} from './meet'
import {hideStandIns} from './stand-in'
import {patchXhr} from './xhr/patch'

/** Puts our functions in the place of the page's own, for as long as a rule can concern the page. Returns what `meet` does. */
export function startMain(meet: Meet): unknown {
  let parts: readonly ((isOn: boolean) => void)[] = []
  return meetIsolated(meet, channel => {
    const isOn = channel.mode !== 'off'
    if (isOn && parts.length === 0) parts = [patchFetch(channel), patchXhr(channel), hideStandIns()]
    for (let at = 0; at < parts.length; at++) parts[at]?.(isOn)
  })
}
