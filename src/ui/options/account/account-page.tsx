import {useSignal} from '@preact/signals'
import {useEffect, useRef} from 'preact/hooks'
import {useKeptFocus} from '../../fields/keep-focus'
import {accountWords as words} from '../../words'
import {useOptions} from '../options-context'
import {PageTitle} from '../page-title'
import {ConflictList} from './conflict-list'
import {ConnectForm} from './connect-form'
import {DisconnectChoice} from './disconnect-choice'
import {QuestionList} from './question-list'
import {TeamRows} from './team-rows'
import {useDeeds} from './use-deeds'

export function AccountPage() {
  const {account} = useOptions()
  const view = account.view.value
  const deeds = useDeeds()
  const isLeaving = useSignal(false)
  // It may end elsewhere while the question stands: the next account is not asked about.
  useEffect(() => {
    if (!view) isLeaving.value = false
  }, [!view])
  const page = useRef<HTMLDivElement>(null)
  // What was settled or dropped goes with its buttons.
  useKeptFocus(page, ['[data-next]', '.account-buttons button', 'input'])
  return (
    <>
      <header class="page-head">
        <PageTitle>{words.title}</PageTitle>
      </header>
      <div class="scroll">
        <div class="account" ref={page}>
          {view !== undefined && (
            <>
              <ConnectForm
                view={view}
                deeds={deeds}
                isLeaving={isLeaving.value}
                leave={() => {
                  isLeaving.value = true
                }}
              />
              {view && isLeaving.value && (
                <DisconnectChoice
                  view={view}
                  disconnect={keep => {
                    isLeaving.value = false
                    void deeds.disconnect(view, keep)
                  }}
                  cancel={() => {
                    isLeaving.value = false
                  }}
                />
              )}
              {view && view.questions.length > 0 && (
                <QuestionList
                  questions={view.questions}
                  answer={(question, isSame) => void deeds.answer(question, isSame)}
                />
              )}
              {view && view.conflicts.length > 0 && <ConflictList conflicts={view.conflicts} settle={deeds.settle} />}
              {view && <TeamRows view={view} deeds={deeds} />}
              <p class="hint">{words.keyStays}</p>
            </>
          )}
        </div>
      </div>
    </>
  )
}
