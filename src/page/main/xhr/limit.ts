import {later, never} from '../pause'
import {limitOf, setLimit} from './native'

const {now} = Date

/** The time limit that a page has set, of which what rules take is a part. `fail` is called where the browser cannot tell that it is over. */
export function timeLimit(sent: XMLHttpRequest, isOurs: () => boolean, fail: () => void) {
  let timer = 0
  /** In milliseconds. */
  let limit = 0
  /** 0 where nothing is to be watched. */
  let started = 0

  /** As the page says now. */
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
    /** The browser's own may have been brought forward, so that it tells of it in its order, uploads too. */
    giveBack() {
      if (timer) setLimit(sent, limit)
      end()
    },
  }
}
