import {Pin, PinOff, TriangleAlert} from 'lucide-preact'
import {Glyph} from '../parts/glyph'
import {IconButton} from '../parts/icon-button'
import {usePage} from '../parts/library-context'
import {FoundText} from '../parts/phrase-text'
import {Switch} from '../parts/switch'
import {plain} from '../phrase'
import {inOneSentence, needsLook, problemsOf} from '../sentences/problems'
import {whenSentence} from '../sentences/when'
import type {Row} from '../state/library'
import {isOn, nameOf} from '../state/sections'
import {common, popupWords} from '../words'

type PopupRowProps = {
  readonly row: Row
  readonly edit: (id: string) => void
  /** Its group is off or everything is paused. */
  readonly muted: boolean
  readonly typed?: string
}

/** First line: the name. Second: when it acts, or what is wrong with it. */
export function PopupRow({row, edit, muted, typed = ''}: PopupRowProps) {
  const {library, client} = usePage()
  const view = row.value
  const {id, rule} = view
  const name = nameOf(view, rule ? common.untitled : id)
  const problems = problemsOf(view)
  const [worst] = problems
  const reason = `why-${id}`
  // What only holds for some requests in this version is said in the editor; here the sentence says more.
  const isTold = worst !== undefined && (worst.tone !== 'note' || worst.isLeftOut)
  const second = isTold ? popupWords.problems(problems.length, worst.title) : rule ? plain(whenSentence(rule)) : ''
  return (
    <li class="popup-row" data-row data-off={isOn(view) ? undefined : ''}>
      {rule ? (
        <Glyph type={rule.ruleType} named off={!isOn(view)} />
      ) : (
        <TriangleAlert class="warn" size={16} strokeWidth={1.75} aria-hidden="true" />
      )}
      <button type="button" class="popup-row-main" onClick={() => edit(id)} title={worst?.sentence}>
        <span class="popup-row-name" dir="auto">
          <FoundText text={name} typed={typed} />
        </span>
        <span class={worst && needsLook(view) ? 'popup-row-second warn' : 'popup-row-second'}>
          <FoundText text={second} typed={typed} />
        </span>
      </button>
      {worst && (
        <span id={reason} class="unseen">
          {inOneSentence(worst)}
        </span>
      )}
      {rule && (
        <>
          <IconButton
            icon={rule.isFavourite ? PinOff : Pin}
            class="on-hover"
            name={rule.isFavourite ? common.unpin(name) : common.pin(name)}
            onClick={() => void library.run(() => client.ask('rules.pin', {ids: [id], pinned: !rule.isFavourite}))}
          />
          <Switch
            name={name}
            on={isOn(view)}
            muted={muted}
            describedBy={worst ? reason : undefined}
            change={on => void library.switchRules([id], on)}
          />
        </>
      )}
    </li>
  )
}
