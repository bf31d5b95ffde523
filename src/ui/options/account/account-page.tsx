import {useEffect, useRef, useLayoutEffect, useState} from 'preact/hooks'
import type {TeamView} from '../../../model/team'
import {useFocusFallback} from '../../hooks/use-focus-fallback'
import {accountTexts} from '../../../locales/account'
import {useOptions} from '../options-context'
import {PageTitle} from '../page-title'
import {ConflictList} from './conflict-list'
import {ConnectForm} from './connect-form'
import {TeamRows} from './team-rows'
import {useAccountActions} from './account-actions'

export function AccountPage() {
  const {account} = useOptions()
  const view = account.view.value
  const actions = useAccountActions()
  const [isLeaving, setLeaving] = useState(false)
  // The account can be disconnected elsewhere while the choice is open.
  useEffect(() => {
    if (!view) setLeaving(false)
  }, [!view])
  const page = useRef<HTMLDivElement>(null)
  useFocusFallback(page, ['[data-next]', '.account-buttons button', 'input'])
  return (
    <>
      <header class="page-head">
        <PageTitle>{accountTexts('title')}</PageTitle>
      </header>
      <div class="scroll">
        <div class="account" ref={page}>
          {view !== undefined && (
            <>
              <ConnectForm view={view} actions={actions} isLeaving={isLeaving} leave={() => setLeaving(true)} />
              {view && isLeaving && (
                <DisconnectChoice
                  view={view}
                  disconnect={keep => {
                    setLeaving(false)
                    void actions.disconnect(view, keep)
                  }}
                  cancel={() => setLeaving(false)}
                />
              )}
              {view && view.conflicts.length > 0 && <ConflictList conflicts={view.conflicts} settle={actions.settle} />}
              {view && <TeamRows view={view} actions={actions} />}
              <p class="hint">{accountTexts('keyStays')}</p>
            </>
          )}
        </div>
      </div>
    </>
  )
}

type DisconnectChoiceProps = {
  readonly view: TeamView
  readonly disconnect: (keep: boolean) => void
  readonly cancel: () => void
}

function DisconnectChoice({view, disconnect, cancel}: DisconnectChoiceProps) {
  const buttons = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => buttons.current?.querySelector('button')?.focus(), [])
  const {rules, waiting, rejected, conflicts} = view
  const unsent = waiting.length + rejected.length + conflicts.length
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
      <h2 id="account-leave">{accountTexts('askedTitle', {rules: rules.count})}</h2>
      <p>
        {accountTexts('askedText')} {unsent > 0 && <b class="warn">{accountTexts('unsent', {count: unsent})}</b>}
      </p>
      <div class="account-buttons" ref={buttons}>
        {rules.count > 0 && (
          <button type="button" class="button" onClick={() => disconnect(true)}>
            {accountTexts('keepCopy', {rules: rules.count})}
          </button>
        )}
        <button type="button" class="button" onClick={() => disconnect(false)}>
          {rules.count > 0 ? accountTexts('remove') : accountTexts('disconnect')}
        </button>
        <button type="button" class="button button-quiet" onClick={back}>
          {accountTexts('cancel')}
        </button>
      </div>
    </section>
  )
}
