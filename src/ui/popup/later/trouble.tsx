import {Callout} from '../../parts/callout'
import {usePage} from '../../parts/library-context'
import {common} from '../../words'

/** What concerns no single rule: the worker does not answer, or the browser does not take the rules. */
export function Trouble() {
  const {library} = usePage()
  const failure = library.failure.value
  const trouble = library.trouble.value
  return (
    <>
      {failure !== null && (
        <Callout tone="danger" title={common.unreachable} role="alert">
          <p>{failure}</p>
        </Callout>
      )}
      {trouble !== null && (
        <Callout tone="danger" title={common.trouble}>
          <p>{trouble}</p>
        </Callout>
      )}
    </>
  )
}
