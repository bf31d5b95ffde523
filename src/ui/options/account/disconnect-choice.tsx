import {useLayoutEffect, useRef} from 'preact/hooks'
import type {TeamView} from '../../../contract/team'
import {accountWords as words} from '../../words'

type DisconnectChoiceProps = {
  readonly view: TeamView
  readonly disconnect: (keep: boolean) => void
  readonly cancel: () => void
}

/** What is to become of the team's rules: asked once, in its place, since no undo brings the key back. */
export function DisconnectChoice({view, disconnect, cancel}: DisconnectChoiceProps) {
  const buttons = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => buttons.current?.querySelector('button')?.focus(), [])
  const {rules, waiting, parked, conflicts, questions} = view
  const unsent = waiting.length + parked.length + conflicts.length + questions.length
  const back = () => {
    cancel()
    document.querySelector<HTMLElement>('[data-leave]')?.focus()
  }
  return (
    <section
      class="account-card account-leave"
      aria-labelledby="account-leave"
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        back()
      }}
    >
      <h2 id="account-leave">{words.askedTitle(rules.count)}</h2>
      <p>
        {words.askedText} {unsent > 0 && <b class="warn">{words.unsent(unsent)}</b>}
      </p>
      <div class="account-buttons" ref={buttons}>
        {rules.count > 0 && (
          <button type="button" class="button" onClick={() => disconnect(true)}>
            {words.keepCopy(rules.count)}
          </button>
        )}
        <button type="button" class="button" onClick={() => disconnect(false)}>
          {rules.count > 0 ? words.remove : words.disconnect}
        </button>
        <button type="button" class="button button-quiet" onClick={back}>
          {words.cancel}
        </button>
      </div>
    </section>
  )
}
