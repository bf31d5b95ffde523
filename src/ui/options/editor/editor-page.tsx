import {useSignalEffect, useSignal} from '@preact/signals'
import {useLayoutEffect, useRef, useEffect} from 'preact/hooks'
import type {RuleType} from '../../../model/rules'
import type {TrashedView} from '../../../model/views'
import {usePage} from '../../state/page-context'
import {toPayload} from '../../payload'
import {editorTexts} from '../../../locales/editor'
import {shellTexts} from '../../../locales/shell'
import {NotFoundPage} from '../not-found-page'
import type {Route} from '../route'
import {OpenRecord} from '../rules/open-record'
import {createTrashCommands} from '../trash/trash-commands'
import type {Draft} from './model/draft'
import type {Drafts} from './drafts/drafts'
import type {Session} from './drafts/session'
import {Editor, type EditorProps} from './form/editor'
import {useValidation} from './model/draft-validator'
import {formatStart} from './drafts/draft-keys'
import {useDelayedTask} from './use-delayed-task'

/** Milliseconds after a change. */
const pause = 200
const loopTypes: ReadonlySet<RuleType> = new Set(['Redirect', 'Replace', 'QueryParam'])

/** Asks the worker, which knows all rules, whether the draft is part of a redirect loop. */
function useLoopCheck(draft: Draft): void {
  const {library, client} = usePage()
  const lastCheck = useRef(Promise.resolve())
  useDelayedTask(pause, () => {
    if (!loopTypes.has(draft.ruleType)) return undefined
    void library.revision.value
    const rule = draft.rule.value
    if (!draft.isDirty.value || draft.faults.value.length > 0) {
      draft.loop.value = undefined
      return undefined
    }
    return isStale => {
      const check = async () => {
        if (isStale()) return
        const loop = await client.ask('rule.circle', {id: rule.id, payload: toPayload(rule)}).catch(() => undefined)
        if (!isStale()) draft.loop.value = loop
      }
      lastCheck.current = lastCheck.current.then(check)
    }
  })
}

function MissingRule({id}: {readonly id: string}) {
  const {library, client} = usePage()
  const trashedRule = useSignal<TrashedView | undefined>(undefined)
  useEffect(() => {
    client.ask('trash.list', {}).then(
      trashedRules => (trashedRule.value = trashedRules.find(each => each.id === id)),
      () => undefined,
    )
  }, [])
  const trashed = trashedRule.value
  return (
    <NotFoundPage title={shellTexts('noRule')}>
      {trashed && (
        <>
          {' '}
          <button
            type="button"
            class="link-button"
            onClick={() => void createTrashCommands(library, client).restore(trashed)}
          >
            {editorTexts('draft.restore')}
          </button>
        </>
      )}
    </NotFoundPage>
  )
}

type EditorPageProps = {
  readonly route: Extract<Route, {readonly page: 'rule' | 'new-rule'}>
  readonly drafts: Drafts
}

type OpenForm = {readonly session: Session; readonly number: number; readonly route: Route}

const isSameForm = ({session, route: last}: OpenForm, route: EditorPageProps['route']): boolean =>
  route.page === 'rule'
    ? session.id() === route.id
    : // The route of a new rule may change before the URL of the saved rule arrives.
      session.id() === undefined &&
      last.page === 'new-rule' &&
      last.type === route.type &&
      formatStart(last) === formatStart(route)

export function EditorPage({route, drafts}: EditorPageProps) {
  const {library} = usePage()
  const openForm = useRef<OpenForm | null>(null)
  const savedRule = route.page === 'rule' ? library.getRow(route.id)?.value.rule : undefined
  function openSession(newRoute: EditorPageProps['route']): Session | undefined {
    if (newRoute.page === 'new-rule') return drafts.openNew(newRoute.type, newRoute)
    const rule = savedRule ?? drafts.getAncestor(newRoute.id)
    return rule && drafts.open(newRoute.id, rule)
  }
  // A new rule keeps its form when it gets a URL of its own.
  if (openForm.current && isSameForm(openForm.current, route)) openForm.current = {...openForm.current, route}
  else if (openForm.current?.route !== route) {
    const opened = openSession(route)
    openForm.current = opened ? {session: opened, number: (openForm.current?.number ?? 0) + 1, route} : null
  }
  const session = openForm.current?.session
  useLayoutEffect(() => () => session?.close(), [session])
  const isGone = route.page === 'rule' && !savedRule
  if (isGone && !library.isComplete.value) return null
  if (!openForm.current || (isGone && !openForm.current.session.draft.isDirty.value))
    return route.page !== 'rule' ? (
      <NotFoundPage title={shellTexts('noRule')} />
    ) : library.getRow(route.id)?.value.record ? (
      <OpenRecord id={route.id} />
    ) : (
      <MissingRule key={route.id} id={route.id} />
    )
  return <OpenEditor key={openForm.current.number} session={openForm.current.session} drafts={drafts} isGone={isGone} />
}

function OpenEditor({session, drafts, isGone}: EditorProps) {
  const {library} = usePage()
  const {draft} = session
  useSignalEffect(() => {
    if (draft.isSaving.value || draft.isNew.value) return
    const id = session.id()
    const savedRule = id === undefined ? undefined : library.getRow(id)?.value.rule
    if (savedRule && savedRule !== draft.base.peek()) draft.mergeSaved(savedRule)
  })
  useValidation(draft)
  useLoopCheck(draft)
  return <Editor session={session} drafts={drafts} isGone={isGone} />
}
