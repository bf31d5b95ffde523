import {commonTexts} from '../../../../locales/common'
import {Fragment} from 'preact'
import {Plus, Copy, Trash2} from 'lucide-preact'
import {useLayoutEffect, useMemo, useRef, useEffect, useState} from 'preact/hooks'
import type {RuleType} from '../../../../model/rules'
import {everyRequest, matchesEveryRequest, operators, sourceKeys, type Source} from '../../../../model/source'
import {shortenName} from '../../../sentences/quote'
import {useFocusFallback} from '../../../hooks/use-focus-fallback'
import {Grip, moveItem, useReorder} from '../../../components/fields/reorder'
import {TextField} from '../../../components/fields/text-field'
import {useForm} from '../../../hooks/use-field'
import {forms} from '../forms'
import type {Form} from '../forms/kind'
import {IconButton} from '../../../components/icon-button'
import {Select} from '../../../components/select'
import {editorTexts} from '../../../../locales/editor'
import {fixTexts} from '../../../../locales/fixes'
import {suggestValue} from '../../../../matching/pattern'
import {duplicatePair, changePairWithUndo, type Draft} from '../model/draft'
import type {AnyPair, DraftPair} from '../model/draft-fields'
import {getFilterPositions} from '../model/filters'
import {Filters} from './filter-chips'

type SourceLineProps = {
  readonly source: Source | undefined
  readonly at: string
  readonly isOptional: boolean
  readonly change: (update: (now: Source | undefined) => Source | undefined, undoText?: string) => void
}

const anyRequest = 'any'
const getKeyOptions = () => sourceKeys.map(key => [key, commonTexts(`sourceKey.${key}`)] as const)
const startOperators = {url: 'Contains', host: 'Equals', path: 'Contains'} as const

/** A blank value is unfinished. Only the first select chooses every request. */
const keepUnfinished = (source: Source): Source => (matchesEveryRequest(source) ? {...source, value: ' '} : source)

const hintKinds = {Equals: 'text', Contains: 'text', Wildcard_Matches: 'wildcard', Matches: 'regex'} as const

function SourceLine({source, at, isOptional, change}: SourceLineProps) {
  const changeSource = (update: (now: Source) => Source, undoText?: string) =>
    change(now => {
      const next = update(now ?? everyRequest)
      const isUnneeded = isOptional && matchesEveryRequest(next) && getFilterPositions(next).length === 0
      return isUnneeded ? undefined : next
    }, undoText)
  const chooseAny = () =>
    changeSource(
      now => ({...now, ...everyRequest}),
      source && source.value.trim() !== ''
        ? editorTexts('valueRemoved', {value: shortenName(source.value)})
        : undefined,
    )
  const line = useRef<HTMLDivElement>(null)
  useFocusFallback(line, ['input', 'button'])
  const isAny = source === undefined || matchesEveryRequest(source)
  const suggested = useMemo(() => source && suggestValue(source), [source?.key, source?.operator, source?.value])
  const fix =
    suggested === undefined
      ? undefined
      : {
          label: fixTexts('useValue', {value: shortenName(suggested)}),
          run: () => changeSource(now => ({...now, value: suggested}), fixTexts('schemeAdded')),
        }
  return (
    <div class="line" ref={line}>
      <span class="line-verb">{editorTexts('when')}</span>
      <div class="line-fields">
        <div class={isAny ? 'joined joined-one' : 'joined'}>
          <Select
            name={editorTexts('sourceKey')}
            value={isAny ? anyRequest : source.key}
            options={[[anyRequest, editorTexts(isOptional ? 'anyFetch' : 'everyRequest')], ...getKeyOptions()]}
            change={key =>
              key === anyRequest
                ? chooseAny()
                : changeSource(now => keepUnfinished({...now, key, ...(isAny && {operator: startOperators[key]})}))
            }
          />
          {!isAny && (
            <>
              <Select
                name={editorTexts('sourceOperator')}
                value={source.operator}
                options={operators.map(operator => [operator, commonTexts(`operator.${operator}`)])}
                change={operator => changeSource(now => keepUnfinished({...now, operator}))}
              />
              <TextField
                at={`${at}.value`}
                name={editorTexts('sourceValue')}
                placeholder={editorTexts(`valueHints.${source.key}.${hintKinds[source.operator]}`)}
                value={source.value.trim() === '' ? '' : source.value}
                change={value => changeSource(now => keepUnfinished({...now, value}))}
                fix={fix}
              />
            </>
          )}
        </div>
        <Filters source={source ?? everyRequest} at={at} change={changeSource} />
      </div>
    </div>
  )
}

const sliceSize = 4

/** Returns how many conditions to render: a few at first, the others in idle time. */
function useDrawnCount(count: number, minimum: number): number {
  const [idleCount, setIdleCount] = useState(sliceSize)
  const drawnCount = Math.max(idleCount, minimum)
  const isDone = useRef(false)
  isDone.current ||= drawnCount >= count
  useEffect(() => {
    if (isDone.current) return
    const callback = requestIdleCallback(() => setIdleCount(drawnCount + sliceSize), {timeout: 100})
    return () => cancelIdleCallback(callback)
  }, [drawnCount])
  return isDone.current ? count : drawnCount
}

const getForm = <T extends RuleType>(type: T): Form<T> => forms[type]

type ConditionCardProps = {
  readonly draft: Draft
  readonly item: DraftPair
  readonly index: number
  readonly count: number
  readonly order: ReturnType<typeof useReorder>
  readonly isDragged: boolean
  readonly remove: (key: number) => void
}

function ConditionCard(props: ConditionCardProps) {
  const {draft, item, index, count, isDragged} = props
  return useMemo(() => <Card {...props} />, [draft, item, index, count, isDragged])
}

function Card({draft, item, index, count, order, isDragged, remove}: ConditionCardProps) {
  const {key, pair} = item
  const {Fields, isSourceOptional, hasRows} = getForm<RuleType>(draft.ruleType)
  const {reportStep} = useForm()
  const change = (update: (now: AnyPair) => AnyPair, undoText?: string) => {
    if (undoText === undefined) draft.setPair(key, update)
    else changePairWithUndo(draft, key, update, undo => reportStep(undoText, undo))
  }
  const at = `pairs[${index}]`
  const number = index + 1
  return (
    <fieldset
      class="condition"
      data-rows={hasRows ? '' : undefined}
      data-dragged={isDragged ? '' : undefined}
      onKeyDown={event => order.onKeyDown(event, index)}
    >
      <legend class="unseen">{editorTexts('condition', {number})}</legend>
      {count > 1 && (
        <div class="condition-head">
          <Grip name={editorTexts('conditionMove', {number})} index={index} count={count} order={order} />
          <b aria-hidden="true">{editorTexts('condition', {number})}</b>
          <span class="fill" />
          <IconButton
            icon={Copy}
            name={editorTexts('conditionCopy', {number})}
            onClick={() => duplicatePair(draft, key)}
          />
          <IconButton icon={Trash2} name={editorTexts('conditionDelete', {number})} onClick={() => remove(key)} />
        </div>
      )}
      <div class="condition-part">
        <SourceLine
          source={pair.source}
          at={`${at}.source`}
          isOptional={isSourceOptional === true}
          change={(update, undoText) =>
            change(now => {
              const {source: before, ...rest} = now
              const source = update(before)
              return (source ? {...rest, source} : rest) as AnyPair
            }, undoText)
          }
        />
      </div>
      <div class="condition-part">
        <Fields pair={pair} at={at} change={change} />
      </div>
    </fieldset>
  )
}

/** Returns how many conditions must be rendered to focus each fault and conflict. */
function getRequiredCount({isSaveTried, faults, conflicts}: Draft): number {
  const paths = [...(isSaveTried.value ? faults.value.map(({path}) => path) : []), ...conflicts.theirs.value.keys()]
  return Math.max(0, ...paths.map(path => Number(/^pairs\[(\d+)\]/.exec(path)?.[1] ?? -1) + 1))
}

export function Conditions({draft}: {readonly draft: Draft}) {
  const {reportStep} = useForm()
  const list = useRef<HTMLDivElement>(null)
  const pairs = draft.pairs.value
  const count = pairs.length
  const order = useReorder({
    list,
    items: ':scope > .condition',
    count,
    move: (from, to) => draft.setPairs(now => moveItem(now, from, to)),
    onMoved: (from, to) => reportStep(editorTexts('conditionMoved', {from: from + 1, to: to + 1})),
  })
  const focusNext = useRef<{readonly at: number; readonly on: 'field' | 'button'} | null>(null)
  const remove = (key: number) => {
    const index = draft.pairs.peek().findIndex(each => each.key === key)
    const removed = draft.pairs.peek()[index]
    if (!removed) return
    // Not a text field, where Ctrl Z would not restore the condition.
    focusNext.current = {at: Math.min(index, count - 2), on: 'button'}
    draft.setPairs(now => now.filter(each => each.key !== key))
    const remainingKeys = new Set(draft.pairs.peek().map(each => each.key))
    reportStep(editorTexts('conditionDeleted', {number: index + 1}), () => {
      if (!draft.pairs.peek().some(each => remainingKeys.has(each.key))) return 'nothing'
      focusNext.current = {at: index, on: 'field'}
      draft.setPairs(now => now.toSpliced(index, 0, removed))
      return undefined
    })
  }
  useFocusFallback(list, ['.condition-part :is(input, select, button)', '.add-button'])
  useLayoutEffect(() => {
    const next = focusNext.current
    focusNext.current = null
    if (next === null) return
    const card = list.current?.querySelectorAll(':scope > .condition')[next.at]
    // Not the head of the card, where letters are shortcuts.
    const field = next.on === 'field' ? card?.querySelector<HTMLElement>('.condition-part .field') : undefined
    ;(field ?? card?.querySelector<HTMLElement>('.condition-part :is(select, button)'))?.focus()
  }, [count])
  const shownCount = useDrawnCount(count, getRequiredCount(draft))
  const last = pairs.at(-1)
  const addCondition = () => {
    if (!last) return
    focusNext.current = {at: count, on: 'field'}
    duplicatePair(draft, last.key)
  }
  return (
    <div class="condition-list" ref={list}>
      {pairs.slice(0, shownCount).map((item, index) => (
        <Fragment key={item.key}>
          {index > 0 && <p class="condition-or">{editorTexts('or')}</p>}
          <ConditionCard
            draft={draft}
            item={item}
            index={index}
            count={count}
            order={order}
            isDragged={order.dragged === index}
            remove={remove}
          />
        </Fragment>
      ))}
      {shownCount === count && (
        <div>
          <button type="button" class="add-button" onClick={addCondition}>
            <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
            {editorTexts('addAnother')}
          </button>
        </div>
      )}
    </div>
  )
}
