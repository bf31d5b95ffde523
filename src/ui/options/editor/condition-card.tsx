import {ArrowDown, ArrowUp, Copy, Trash2} from 'lucide-preact'
import {forms} from '../../forms'
import type {Form} from '../../forms/kind'
import type {RuleType} from '../../../contract/rules'
import {IconButton} from '../../parts/icon-button'
import {editorWords} from '../../words'
import {copyPair, type AnyPair, type Draft, type DraftPair} from './draft'
import {SourceLine} from './source-line'

// One type at a time: a draft's pairs are of the draft's own type.
const formOf = <T extends RuleType>(type: T): Form<T> => forms[type]

type ConditionCardProps = {
  readonly draft: Draft
  readonly item: DraftPair
  readonly index: number
  readonly count: number
}

/** One pair: what it is for, then what happens. Alone it needs no head. */
export function ConditionCard({draft, item: {key, pair}, index, count}: ConditionCardProps) {
  const {Fields, isSourceOptional} = formOf<RuleType>(draft.ruleType)
  const change = (update: (now: AnyPair) => AnyPair) => draft.setPair(key, update)
  const at = `pairs[${index}]`
  const n = index + 1
  const move = (by: number) =>
    draft.setPairs(now => {
      const from = now.findIndex(each => each.key === key)
      const to = from + by
      if (from < 0 || to < 0 || to >= now.length) return now
      const next = [...now]
      next.splice(to, 0, ...next.splice(from, 1))
      return next
    })
  return (
    <fieldset class="condition">
      <legend class="unseen">{editorWords.condition(n)}</legend>
      {count > 1 && (
        <div class="condition-head">
          <b aria-hidden="true">{editorWords.condition(n)}</b>
          <span class="fill" />
          <IconButton
            icon={ArrowUp}
            name={editorWords.conditionUp(n)}
            disabled={index === 0}
            onClick={() => move(-1)}
          />
          <IconButton
            icon={ArrowDown}
            name={editorWords.conditionDown(n)}
            disabled={index === count - 1}
            onClick={() => move(1)}
          />
          <IconButton icon={Copy} name={editorWords.conditionCopy(n)} onClick={() => copyPair(draft, key)} />
          <IconButton
            icon={Trash2}
            name={editorWords.conditionDelete(n)}
            onClick={() => draft.setPairs(now => now.filter(each => each.key !== key))}
          />
        </div>
      )}
      <div class="condition-part">
        <SourceLine
          source={pair.source}
          at={`${at}.source`}
          isOptional={isSourceOptional === true}
          change={update =>
            change(now => {
              const {source: before, ...rest} = now
              const source = update(before)
              return (source ? {...rest, source} : rest) as AnyPair
            })
          }
        />
      </div>
      <div class="condition-part">
        <Fields pair={pair} at={at} change={change} />
      </div>
    </fieldset>
  )
}
