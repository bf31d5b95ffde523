import {Trash2, TriangleAlert} from 'lucide-preact'
import {useState} from 'preact/hooks'
import type {RuleView} from '../../../contract/views'
import {IconButton} from '../../parts/icon-button'
import {nameOf} from '../../state/sections'
import {rulesWords, unreadable} from '../../words'
import type {RuleActions} from './actions'

/** A record that cannot be read: it stays as it came, and says why. */
export function UnreadableRow({view, actions}: {readonly view: RuleView; readonly actions: RuleActions}) {
  const [isShown, setShown] = useState(false)
  const name = nameOf(view, view.id)
  return (
    <li class="unreadable" data-id={view.id}>
      <div class="rule-row">
        <span class="grip" />
        <TriangleAlert class="warn" size={16} strokeWidth={1.75} aria-hidden="true" />
        <span class="rule-name">
          <span dir="auto">{name}</span>
        </span>
        <span class="unreadable-why">
          {view.faults.map(fault => (
            <span key={fault.path + fault.reason}>
              {fault.path !== '' && <code>{fault.path}</code>} {fault.reason}
            </span>
          ))}
        </span>
        <button type="button" class="link-button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? unreadable.hide : unreadable.show}
        </button>
        <span class="rule-problem" data-tone="warn" title={unreadable.sentence('')}>
          {unreadable.word}
        </span>
        <IconButton icon={Trash2} name={rulesWords.deleteNamed(name)} onClick={() => void actions.delete(view.id)} />
      </div>
      {isShown && (
        <pre class="record" tabIndex={0}>
          {JSON.stringify(view.record, null, 2)}
        </pre>
      )}
    </li>
  )
}
