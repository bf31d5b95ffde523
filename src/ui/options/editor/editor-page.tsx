import {useSignalEffect, useSignal} from '@preact/signals'
import {useLayoutEffect, useRef, useEffect} from 'preact/hooks'
import type {RuleType} from '../../../model/rules'
import type {TrashedView} from '../../../model/views'
import {usePage} from '../../state/page-context'
import {toPayload} from '../../payload'
import {editorTexts} from '../../../locales/editor'
import {shellTexts} from '../../../locales/shell'
import {Nowhere} from '../nowhere'
import type {Route} from '../route'
import {ToRecord} from '../rules/to-record'
import {createTrashSteps} from '../trash/steps'
import type {Draft} from './model/draft'
import type {Drafts, Session} from './drafts/drafts'
import {Editor} from './form/editor'
import {useJudging} from './model/judge'
import {startText} from './drafts/new-drafts'

/** Milliseconds after a change. */
const pause = 200
const leading: ReadonlySet<RuleType> = new Set(['Redirect', 'Replace', 'QueryParam'])

/** Asks the worker, which sees all rules, whether the draft would be left out because of a loop. */
function useCircle(draft: Draft): void {
  const {library, client} = usePage()
  const last = useRef(Promise.resolve())
  useSignalEffect(() => {
    if (!leading.has(draft.ruleType)) return
    void library.revision.value
    const rule = draft.rule.value
    if (!draft.isDirty.value || draft.faults.value.length > 0) {
      draft.circle.value = undefined
      return
    }
    let isStale = false
    const ask = async () => {
      if (isStale) return
      const circle = await client.ask('rule.circle', {id: rule.id, payload: toPayload(rule)}).catch(() => undefined)
      if (!isStale) draft.circle.value = circle
    }
    const timer = setTimeout(() => {
      last.current = last.current.then(ask)
    }, pause)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  })
}

function GoneRule({id}: {readonly id: string}) {
  const {library, client} = usePage()
  const lying = useSignal<TrashedView | undefined>(undefined)
  useEffect(() => {
    client.ask('trash.list', {}).then(
      all => (lying.value = all.find(each => each.id === id)),
      () => undefined,
    )
  }, [])
  const found = lying.value
  return (
    <Nowhere title={shellTexts('noRule')}>
      {found && (
        <>
          {' '}
          <button
            type="button"
            class="link-button"
            onClick={() => void createTrashSteps(library, client).restore(found)}
          >
            {editorTexts('draft.restore')}
          </button>
        </>
      )}
    </Nowhere>
  )
}

type EditorPageProps = {
  readonly route: Extract<Route, {readonly page: 'rule' | 'new-rule'}>
  readonly drafts: Drafts
}

type Held = {readonly session: Session; readonly number: number; readonly route: Route}

const isSameForm = ({session, route: last}: Held, route: EditorPageProps['route']): boolean =>
  route.page === 'rule'
    ? session.id() === route.id
    : // One that was saved is new no more, also where the page leads on before its own address was seen.
      session.id() === undefined &&
      last.page === 'new-rule' &&
      last.type === route.type &&
      startText(last) === startText(route)

export function EditorPage({route, drafts}: EditorPageProps) {
  const {library} = usePage()
  const held = useRef<Held | null>(null)
  const kept = route.page === 'rule' ? library.getRow(route.id)?.value.rule : undefined
  function openAt(place: EditorPageProps['route']): Session | undefined {
    if (place.page === 'new-rule') return drafts.openNew(place.type, place)
    const rule = kept ?? drafts.ruleOf(place.id)
    return rule && drafts.open(place.id, rule)
  }
  // A new rule that was saved keeps its form under its own address.
  if (held.current && isSameForm(held.current, route)) held.current = {...held.current, route}
  else if (held.current?.route !== route) {
    const opened = openAt(route)
    held.current = opened ? {session: opened, number: (held.current?.number ?? 0) + 1, route} : null
  }
  const session = held.current?.session
  useLayoutEffect(() => () => session?.leave(), [session])
  const isGone = route.page === 'rule' && !kept
  if (isGone && !library.isComplete.value) return null
  if (!held.current || (isGone && !held.current.session.draft.isDirty.value))
    return route.page !== 'rule' ? (
      <Nowhere title={shellTexts('noRule')} />
    ) : library.getRow(route.id)?.value.record ? (
      <ToRecord id={route.id} />
    ) : (
      <GoneRule key={route.id} id={route.id} />
    )
  return <OpenEditor key={held.current.number} session={held.current.session} drafts={drafts} isGone={isGone} />
}

type OpenEditorProps = {readonly session: Session; readonly drafts: Drafts; readonly isGone: boolean}

function OpenEditor({session, drafts, isGone}: OpenEditorProps) {
  const {library} = usePage()
  const {draft} = session
  useSignalEffect(() => {
    if (draft.isSaving.value || draft.isNew.value) return
    const id = session.id()
    const kept = id === undefined ? undefined : library.getRow(id)?.value.rule
    if (kept && kept !== draft.base.peek()) draft.meet(kept)
  })
  useJudging(draft)
  useCircle(draft)
  return <Editor session={session} drafts={drafts} isGone={isGone} />
}
