import {signal, useComputed} from '@preact/signals'
import {useEffect, useLayoutEffect, useMemo, useRef} from 'preact/hooks'
import type {RunAsk} from '../../../../model/rule-code'
import {FormProvider} from '../../../hooks/use-field'
import {forms} from '../forms'
import {hasMod, getLatinLetter} from '../../../hooks/keys'
import {usePage} from '../../../state/page-context'
import {isTyping as isTypingIn} from '../../../hooks/typing'
import {hashes} from '../../../routes'
import type {UndoResult} from '../../../state/toasts'
import type {Change} from '../../../tester/change-of'
import {testedPlace} from '../../../tester/kept'
import {editorTexts} from '../../../../locales/editor'
import {goTo} from '../../route'
import {useOptions} from '../../options-context'
import {heldWhile, watchBusy} from './busy'
import {Conditions} from './conditions'
import type {Drafts, Session} from '../drafts/drafts'
import {Head} from './head'
import {judgeNow} from '../model/judge'
import {onceOf} from '../drafts/new-drafts'
import {Notices} from './notices'
import {Rail} from './rail'
import {save} from '../model/save'
import {Tester} from '../tester/strip'

/** Ctrl S saves. Esc in a field goes back to the list; outside fields the global keys do that. */
function useEditorKeys(does: {readonly save: () => void; readonly leave: () => void}): void {
  const current = useRef(does)
  current.current = does
  useLayoutEffect(() => {
    let completing: EventTarget | null = null
    const onInput = ({target}: Event) => {
      completing = target instanceof HTMLInputElement && target.list !== null ? target : null
    }
    const onKey = (event: KeyboardEvent) => {
      const {key, ctrlKey, metaKey, altKey, shiftKey, target} = event
      if (getLatinLetter(event) === 's' && hasMod(event) && !altKey && !shiftKey) {
        event.preventDefault()
        current.current.save()
      }
      if (key !== 'Escape' || !isTypingIn(event) || event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey)
        return
      if (document.querySelector('dialog[open]')) return
      if (completing === target) completing = null
      else current.current.leave()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('input', onInput)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('input', onInput)
    }
  }, [])
}

type EditorProps = {
  readonly session: Session
  readonly drafts: Drafts
  readonly isGone: boolean
}

// A file that was refused is no fault of the rule.
const faulty = '[aria-invalid=true]:not([type=file]), [data-invalid]'

export function Editor({session, drafts, isGone}: EditorProps) {
  const {library, client} = usePage()
  const {surface} = useOptions()
  const {draft} = session
  const form = useRef<HTMLFormElement>(null)
  const {isPressed, isTyping, stop} = useMemo(watchBusy, [])
  const isBusy = useComputed(() => isPressed.value || isTyping.value)
  useEffect(() => stop, [])
  const steps = useRef<(() => void)[]>([])
  // Steps of the form cannot be undone without it. A layout effect: the next key may be Ctrl Z.
  useLayoutEffect(() => () => steps.current.forEach(forget => forget()), [])
  const samplePlace = (at: string) => testedPlace(session.id() ?? session.key(), at)
  const makeStep = (said: string, putBack?: () => UndoResult | void) => {
    const forget = library.toasts.report(said, putBack && (async () => putBack()))
    if (putBack) steps.current.push(forget)
  }
  const context = useMemo(
    () => ({
      shownFaults: heldWhile(isPressed, draft.shownFaults),
      shownProblems: heldWhile(isPressed, draft.shownProblems),
      remoteValues: draft.clashes.theirs,
      fields: draft.places,
      previews: signal<ReadonlyMap<string, Change>>(new Map()),
      touch(path: string) {
        draft.touch(path)
        // At once, or problems of the text before would be shown for this one.
        void judgeNow(draft, surface)
      },
      reportStep: makeStep,
      testRequest: signal(null),
      samples: {
        read: (at: string) => surface.storedValues.read(samplePlace(at)).catch(() => undefined),
        write: (at: string, sample: unknown) =>
          void surface.storedValues.write(samplePlace(at), sample).catch(() => undefined),
      },
      runCode: (ask: RunAsk) => surface.runCode(ask),
    }),
    [draft],
  )
  const actions = useMemo(() => {
    const focus = (selector: string) => () =>
      void setTimeout(() => {
        const found = form.current?.querySelector<HTMLElement>(selector)
        found?.focus()
        found?.scrollIntoView({block: 'nearest'})
        // A code field can be higher than the form; then its error text has to be in view.
        found?.closest('.field-cell')?.querySelector('.error-text')?.scrollIntoView({block: 'nearest'})
      })
    return {
      save: () =>
        save({
          session,
          library,
          client,
          surface,
          focusFault: focus(faulty),
          focusClash: focus('[data-clash]'),
          stepsSoFar() {
            const made = [...steps.current]
            return () => made.forEach(forget => forget())
          },
        }),
      discard() {
        const [key, written, keys] = [session.key(), draft.written(), draft.keys()]
        draft.load(draft.base.peek())
        session.flush()
        focus('[data-save]')()
        const isNew = draft.isNew.peek()
        library.toasts.report(editorTexts('draft.discarded'), async () => {
          drafts.putBack(key, written, keys)
          // With its draft name, since the plain route may show another new rule of the type.
          if (isNew) goTo(hashes.newRule(draft.ruleType, {host: '', url: '', draft: onceOf(key) ?? ''}))
        })
        if (isNew) goTo(hashes.rules)
      },
    }
  }, [session, drafts])
  useEditorKeys({save: () => void actions.save(), leave: () => goTo(hashes.rules)})
  const {Shared} = forms[draft.ruleType]
  const id = draft.isNew.value ? undefined : session.id()
  return (
    <FormProvider value={context}>
      <div class="editor">
        <form
          class="editor-form"
          ref={form}
          noValidate
          // Enter in a field does not save.
          onSubmit={event => event.preventDefault()}
        >
          <Head session={session} save={() => void actions.save()} discard={actions.discard} />
          <div class="editor-body">
            <div class="conditions">
              <Notices session={session} isGone={isGone} isBusy={isBusy} />
              <Conditions draft={draft} />
              {Shared && <Shared />}
            </div>
            <Rail session={session} />
          </div>
        </form>
        <Tester draft={draft} id={id} row={id === undefined ? undefined : library.getRow(id)} />
      </div>
    </FormProvider>
  )
}
