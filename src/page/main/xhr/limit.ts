import {later, never} from '../timers'
import {limitOf, setLimit} from './native'

const {now} = Date

/** The page's timeout, which includes the time that rules take. `fail` ends a request that the browser cannot time out. */
export function timeLimit(sent: XMLHttpRequest, isOurs: () => boolean, fail: () => void) {
  let timer = 0
  /** In milliseconds. */
  let limit = 0
  /** 0 while no timeout runs. */
  let started = 0

  function set(): void {
    if (!started) return
    never(timer)
    limit = limitOf(sent)
    timer = limit && later(() => (isOurs() ? fail() : setLimit(sent, 1)), limit - (now() - started))
  }

  function end(): void {
    started = 0
    never(timer)
  }

  return {
    start() {
      started = now()
      set()
    },
    set,
    end,
    /** Restores the native timeout, which may have been shortened so that the browser fires its events in order. */
    giveBack() {
      if (timer) setLimit(sent, limit)
      end()
    },
  }
}
