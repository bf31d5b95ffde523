import {Callout} from '../parts/callout'
import {activityWords as words} from '../words'

/** Nobody wants requests to be watched. */
export const LogOff = ({turnOn}: {readonly turnOn: () => void}) => (
  <Callout tone="paused" title={words.off}>
    <p>{words.offText}</p>
    <button type="button" class="link-button" onClick={turnOn}>
      {words.turnOn}
    </button>
  </Callout>
)
