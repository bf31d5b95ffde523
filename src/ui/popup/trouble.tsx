import {Callout} from '../parts/callout'
import {Failure} from '../parts/failure'
import {usePage} from '../parts/library-context'
import {common} from '../words'

/** What concerns no single rule: the worker does not answer, or the browser does not take the rules. */
export function Trouble() {
  const {library} = usePage()
  const failure = library.failure.value
  const trouble = library.trouble.value
  return (
    <>
      {failure !== null && <Failure title={common.unreachable} reason={failure} again={library.refresh} />}
      {trouble !== null && (
        <Callout tone="danger" title={common.trouble}>
          <p>{trouble}</p>
        </Callout>
      )}
    </>
  )
}
