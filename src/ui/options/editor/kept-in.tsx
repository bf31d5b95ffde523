import {useMemo} from 'preact/hooks'
import {usePage} from '../../parts/library-context'
import {Select} from '../../parts/select'
import {createRuleSteps} from '../../steps/rules'
import {common, copyWords, editorWords as words} from '../../words'
import {useOptions} from '../options-context'
import type {Session} from './drafts'

const sides = [
  ['device', common.thisDevice],
  ['team', common.team],
] as const

/** Where the rule is kept: chosen for a new one; a kept one stays where it is, and can be copied. */
export function KeptIn({session}: {readonly session: Session}) {
  const {library, client} = usePage()
  const {draft} = session
  const hasTeam = Boolean(useOptions().account.view.value)
  const steps = useMemo(() => createRuleSteps({library, client}), [library, client])
  const isNew = draft.isNew.value
  const isForTeam = session.isForTeam()
  const id = session.id()
  if (!hasTeam && !isForTeam) return null
  return (
    <div class="rail-line">
      <span>{words.keptIn}</span>
      {isNew || id === undefined ? (
        <span>
          <Select
            name={words.keptIn}
            value={isForTeam ? 'team' : 'device'}
            options={sides}
            change={side => {
              const team = side === 'team'
              draft.keepIn(team)
              // A group of the other side stays there.
              if (library.teamGroups.peek().includes(draft.fields.peek().groupId) !== team) draft.set({groupId: ''})
            }}
          />
        </span>
      ) : (
        <span class="rail-text">
          {isForTeam ? common.team : common.thisDevice}{' '}
          {hasTeam && (
            <button type="button" class="link-button" onClick={() => void steps.copyTo([id], !isForTeam)}>
              {copyWords.copyTo(!isForTeam)}
            </button>
          )}
        </span>
      )}
    </div>
  )
}
