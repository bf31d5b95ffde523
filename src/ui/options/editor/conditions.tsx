import {Plus} from 'lucide-preact'
import type {VNode} from 'preact'
import {useLayoutEffect, useMemo, useRef} from 'preact/hooks'
import {useKeptFocus} from '../../fields/keep-focus'
import {movedItem, useReorder} from '../../fields/reorder'
import {useForm} from '../../fields/use-field'
import {newPairs} from '../../data/new-pairs'
import {Menu} from '../../parts/menu'
import {editorWords} from '../../words'
import {ConditionCard} from './condition-card'
import {copyPair, type Draft, type DraftPair} from './draft'
import {useSlices} from './use-slices'

type Drawn = {readonly item: DraftPair; readonly about: string; readonly card: VNode}

/** How many conditions must be there so that the focus finds what is to be looked at. */
function conditionsToShow({isSaveTried, faults, clashes}: Draft): number {
  const paths = [...(isSaveTried.value ? faults.value.map(({path}) => path) : []), ...clashes.theirs.value.keys()]
  return Math.max(0, ...paths.map(path => Number(/^pairs\[(\d+)\]/.exec(path)?.[1] ?? -1) + 1))
}

/** All conditions of the rule, and the way to another one. */
export function Conditions({draft}: {readonly draft: Draft}) {
  const {step} = useForm()
  const list = useRef<HTMLDivElement>(null)
  const pairs = draft.pairs.value
  const count = pairs.length
  const order = useReorder({
    list,
    items: ':scope > .condition',
    count,
    move: (from, to) => draft.setPairs(now => movedItem(now, from, to)),
    moved: (from, to) => step(editorWords.conditionMoved(from + 1, to + 1)),
  })
  const focusNext = useRef<number | null>(null)
  // Of fifty conditions only the one that is written in is drawn again.
  const drawn = useMemo(() => new Map<number, Drawn>(), [draft])
  const remove = (key: number) => {
    const index = draft.pairs.peek().findIndex(each => each.key === key)
    const removed = draft.pairs.peek()[index]
    if (!removed) return
    focusNext.current = Math.min(index, count - 2)
    draft.setPairs(now => now.filter(each => each.key !== key))
    drawn.delete(key)
    const others = new Set(draft.pairs.peek().map(each => each.key))
    step(editorWords.conditionDeleted(index + 1), () => {
      // Another draft was taken up since, which holds it or not as it was written.
      if (!draft.pairs.peek().some(each => others.has(each.key))) return 'nothing'
      focusNext.current = index
      draft.setPairs(now => now.toSpliced(index, 0, removed))
      return undefined
    })
  }
  useKeptFocus(list, ['.condition-part :is(input, select, button)', '.add-button'])
  // After something came or went, the focus goes to it or to what has taken its place.
  useLayoutEffect(() => {
    const next = focusNext.current
    focusNext.current = null
    if (next === null) return
    const card = list.current?.querySelectorAll(':scope > .condition')[next]
    // Not to its head: what is typed there would be taken for commands.
    const field = card?.querySelector<HTMLElement>('.condition-part .field')
    ;(field ?? card?.querySelector<HTMLElement>('.condition-part :is(select, input, button)'))?.focus()
  }, [count])
  const shown = useSlices(count, conditionsToShow(draft))
  const cards = pairs.slice(0, shown).map((item, index) => {
    const isDragged = order.dragged === index
    const about = `${index} ${count} ${isDragged}`
    const before = drawn.get(item.key)
    if (before?.item === item && before.about === about) return before.card
    const card = (
      <ConditionCard
        key={item.key}
        draft={draft}
        item={item}
        index={index}
        count={count}
        order={order}
        isDragged={isDragged}
        remove={remove}
      />
    )
    drawn.set(item.key, {item, about, card})
    return card
  })
  if (drawn.size > pairs.length) {
    const keys = new Set(pairs.map(({key}) => key))
    for (const key of [...drawn.keys()].filter(each => !keys.has(each))) drawn.delete(key)
  }
  const last = pairs.at(-1)
  const addEmpty = () => {
    focusNext.current = count
    const source = {key: 'url', operator: 'Contains', value: ''} as const
    draft.setPairs((now, fresh) => [...now, fresh(newPairs[draft.ruleType](source))])
  }
  const addCopy = () => {
    if (!last) return
    focusNext.current = count
    copyPair(draft, last.key)
  }
  return (
    <div class="condition-list" ref={list}>
      {cards}
      {shown === count && (
        <div>
          <Menu
            name={editorWords.addAnother}
            menuName={editorWords.addMenu}
            class="add-button"
            items={() => [
              {id: 'empty', label: editorWords.addEmpty, choose: addEmpty},
              {id: 'copy', label: editorWords.addCopy, choose: addCopy},
            ]}
          >
            <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
            {editorWords.addAnother}
          </Menu>
        </div>
      )}
    </div>
  )
}
