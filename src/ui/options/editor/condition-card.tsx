import {Copy, Trash2} from 'lucide-preact'
import {Grip} from '../../fields/grip'
import type {useReorder} from '../../fields/reorder'
import {useForm} from '../../fields/use-field'
import {forms} from '../../forms'
import type {Form} from '../../forms/kind'
import type {RuleType} from '../../../contract/rules'
import {IconButton} from '../../parts/icon-button'
import {editorWords} from '../../words'
import {changeInStep} from './change-in-step'
import {copyPair, type AnyPair, type Draft, type DraftPair} from './draft'
import {SourceLine} from './source-line'

// One type at a time: a draft's pairs are of the draft's own type.
const formOf = <T extends RuleType>(type: T): Form<T> => forms[type]

type ConditionCardProps = {
  readonly draft: Draft
  readonly item: DraftPair
  readonly index: number
  readonly count: number
  readonly order: ReturnType<typeof useReorder>
  readonly isDragged: boolean
  readonly remove: (key: number) => void
}

/** One pair: what it is for, then what happens. Alone it needs no head. */
export function ConditionCard({draft, item, index, count, order, isDragged, remove}: ConditionCardProps) {
  const {key, pair} = item
  const {Fields, isSourceOptional, hasRows} = formOf<RuleType>(draft.ruleType)
  const {step} = useForm()
  const change = (update: (now: AnyPair) => AnyPair, said?: string) => {
    if (said === undefined) draft.setPair(key, update)
    else changeInStep(draft, key, update, putBack => step(said, putBack))
  }
  const at = `pairs[${index}]`
  const n = index + 1
  return (
    <fieldset
      class="condition"
      data-rows={hasRows ? '' : undefined}
      data-dragged={isDragged ? '' : undefined}
      onKeyDown={event => order.onKeyDown(event, index)}
    >
      <legend class="unseen">{editorWords.condition(n)}</legend>
      {count > 1 && (
        <div class="condition-head">
          <Grip what={editorWords.conditionNamed(n)} index={index} count={count} order={order} />
          <b aria-hidden="true">{editorWords.condition(n)}</b>
          <span class="fill" />
          <IconButton icon={Copy} name={editorWords.conditionCopy(n)} onClick={() => copyPair(draft, key)} />
          <IconButton icon={Trash2} name={editorWords.conditionDelete(n)} onClick={() => remove(key)} />
        </div>
      )}
      <div class="condition-part">
        <SourceLine
          source={pair.source}
          at={`${at}.source`}
          isOptional={isSourceOptional === true}
          change={(update, said) =>
            change(now => {
              const {source: before, ...rest} = now
              const source = update(before)
              return (source ? {...rest, source} : rest) as AnyPair
            }, said)
          }
        />
      </div>
      <div class="condition-part">
        <Fields pair={pair} at={at} change={change} />
      </div>
    </fieldset>
  )
}
