import {CirclePause, Play} from 'lucide-preact'
import {activityWords as words} from '../words'
import {LogSearch} from './log-search'
import type {Activity} from './state'

type LogHeadProps = {readonly activity: Activity; readonly start: () => void; readonly clear?: () => void}

/** Whether requests are watched, and what is done to the log as a whole. */
export function LogHead({activity, start, clear = activity.clear}: LogHeadProps) {
  const {filter, isLive} = activity
  const Shape = isLive.value ? CirclePause : Play
  return (
    <>
      <span class="activity-live" role="status" data-live={isLive.value}>
        {isLive.value ? words.live : words.paused}
      </span>
      <span class="fill" />
      <LogSearch filter={filter} />
      <button type="button" class="button" onClick={() => (isLive.peek() ? activity.stop() : start())}>
        <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
        {isLive.value ? words.pause : words.goOn}
      </button>
      <button type="button" class="button button-quiet" onClick={clear}>
        {words.clear}
      </button>
    </>
  )
}
