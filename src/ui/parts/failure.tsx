import {common} from '../words'
import {Callout} from './callout'

type FailureProps = {readonly title: string; readonly reason: string; readonly again: () => unknown}

/** What could not be read, why, and the way to try it again. */
export const Failure = ({title, reason, again}: FailureProps) => (
  <Callout tone="danger" title={title} role="alert">
    <p>{reason}</p>
    <button type="button" class="link-button" onClick={() => void again()}>
      {common.tryAgain}
    </button>
  </Callout>
)
