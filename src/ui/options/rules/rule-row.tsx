import {GripVertical, Pin, TriangleAlert} from 'lucide-preact'
import {Glyph} from '../../parts/glyph'
import {usePage} from '../../parts/library-context'
import {PhraseText} from '../../parts/phrase-text'
import {Switch} from '../../parts/switch'
import {hashes} from '../../routes'
import {doesInList} from '../../sentences/does'
import {inOneSentence, problemsOf} from '../../sentences/problems'
import {whenInList} from '../../sentences/when'
import type {Row} from '../../state/library'
import {isOn, nameOf} from '../../state/sections'
import {common, rulesWords} from '../../words'
import type {RuleActions} from './actions'
import type {Drag} from './drag'
import {RowMenuButton, type OpenMenu} from './row-menu'
import {UnreadableRow} from './unreadable-row'

type RuleRowProps = {
  readonly row: Row
  readonly actions: RuleActions
  readonly drag: Drag
  readonly groupId: string
  readonly muted: boolean
  readonly menu: OpenMenu
}

const isControl = (target: EventTarget | null) => (target as Element).closest('a, button, input, select') !== null

export function RuleRow({row, actions, drag, groupId, muted, menu}: RuleRowProps) {
  const {library} = usePage()
  const view = row.value
  const {id, rule} = view
  if (!rule) return <UnreadableRow view={view} actions={actions} />
  const name = nameOf(view, common.untitled)
  const problems = problemsOf(view)
  const [worst] = problems
  const reason = `why-${id}`
  const sentence = problems.map(inOneSentence).join(' ')
  return (
    <li
      class="rule-row"
      data-id={id}
      data-off={isOn(view) ? undefined : ''}
      onClick={event => {
        if (!isControl(event.target)) actions.edit(id)
      }}
      onKeyDown={event => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        void (event.key === 'ArrowUp' ? actions.moveUp(id) : actions.moveDown(id))
      }}
      {...drag.ontoRow(id, groupId)}
    >
      <span class="grip" title={rulesWords.drag} {...drag.handle(id)}>
        <GripVertical size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <Glyph type={rule.ruleType} named off={!isOn(view)} />
      <span class="rule-name">
        <a href={hashes.rule(id)} dir="auto" aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown">
          {name}
        </a>
        {rule.isFavourite && <Pin class="hint" size={14} strokeWidth={1.75} aria-label={common.pinned} role="img" />}
      </span>
      <span class="rule-when">
        <PhraseText phrase={whenInList(rule)} />
      </span>
      <span class="rule-does">
        <PhraseText phrase={doesInList(rule)} />
      </span>
      <span class="rule-problem" data-tone={worst?.tone} title={sentence}>
        {worst && (
          <>
            {worst.tone !== 'note' && <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />}
            {worst.word}
            <span class="unseen" id={reason}>
              {sentence}
            </span>
          </>
        )}
      </span>
      <RowMenuButton id={id} name={name} menu={menu} />
      <Switch
        name={name}
        on={isOn(view)}
        muted={muted}
        describedBy={worst ? reason : undefined}
        change={on => void library.switchRules([id], on)}
      />
    </li>
  )
}
