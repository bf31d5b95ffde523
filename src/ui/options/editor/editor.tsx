import {computed, signal, useComputed} from '@preact/signals'
import {useEffect, useLayoutEffect, useMemo, useRef} from 'preact/hooks'
import type {RunAsk} from '../../../contract/rule-code'
import {FormProvider} from '../../fields/use-field'
import {forms} from '../../forms'
import {usePage} from '../../parts/library-context'
import {hashes} from '../../routes'
import {draftWords} from '../../words'
import type {Left} from '../../state/toasts'
import type {Change} from '../../tester/change-of'
import {testedPlace} from '../../tester/kept'
import {goTo} from '../route'
import {useSurface} from '../surface-context'
import {Conditions} from './conditions'
import type {Drafts, Session} from './drafts'
import {useEditorKeys} from './editor-keys'
import {Head} from './head'
import {judgeNow} from './judge'
import {onceOf} from './new-drafts'
import {Notices} from './notices'
import {watchPressed} from './pressed'
import {Rail} from './rail'
import {save} from './save'
import {Tester} from './tester/strip'
import {watchTyping} from './typing-now'

type EditorProps = {
  readonly session: Session
  readonly drafts: Drafts
  /** The rule was deleted elsewhere. */
  readonly isGone: boolean
}

// A file that was refused is no fault of the rule.
const faulty = '[aria-invalid=true]:not([type=file]), [data-invalid]'

export function Editor({session, drafts, isGone}: EditorProps) {
  const {library, client} = usePage()
  const surface = useSurface()
  const {draft} = session
  const form = useRef<HTMLFormElement>(null)
  const press = useMemo(watchPressed, [])
  const typing = useMemo(watchTyping, [])
  const isBusy = useComputed(() => press.isPressed.value || typing.isTyping.value)
  useEffect(
    () => () => {
      press.stop()
      typing.stop()
    },
    [],
  )
  const held = useRef(draft.shownFaults.peek())
  const heldProblems = useRef(draft.shownProblems.peek())
  const steps = useRef<(() => void)[]>([])
  // With the form goes what only it can take back; at once, since the next key may be Ctrl Z.
  useLayoutEffect(() => () => steps.current.forEach(forget => forget()), [])
  const samplePlace = (at: string) => testedPlace(session.id() ?? session.key(), at)
  const makeStep = (said: string, putBack?: () => Left | void) => {
    const forget = library.toasts.report(said, putBack && (async () => putBack()))
    if (putBack) steps.current.push(forget)
  }
  const context = useMemo(
    () => ({
      shownFaults: computed(() => {
        const faults = draft.shownFaults.value
        if (!press.isPressed.value) held.current = faults
        return held.current
      }),
      shownProblems: computed(() => {
        const problems = draft.shownProblems.value
        if (!press.isPressed.value) heldProblems.current = problems
        return heldProblems.current
      }),
      theirs: draft.clashes.theirs,
      places: draft.places,
      previews: signal<ReadonlyMap<string, Change>>(new Map()),
      touch(path: string) {
        draft.touch(path)
        // At once, or what was found in the text before would be said of the one that is there now.
        void judgeNow(draft, surface)
      },
      step: makeStep,
      tested: signal(null),
      samples: {
        read: (at: string) => surface.kept.read(samplePlace(at)).catch(() => undefined),
        // What cannot be kept is typed again.
        write: (at: string, sample: unknown) => void surface.kept.write(samplePlace(at), sample).catch(() => undefined),
      },
      run: (ask: RunAsk) => surface.runCode(ask),
    }),
    [draft, press],
  )
  const actions = useMemo(() => {
    // What it goes to is drawn first.
    const focus = (selector: string) => () =>
      void setTimeout(() => {
        const found = form.current?.querySelector<HTMLElement>(selector)
        found?.focus()
        // What has the focus already is not brought into sight by it.
        found?.scrollIntoView({block: 'nearest'})
        // Code can be higher than the form: then of both the sentence is what is to be seen.
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
        library.toasts.report(draftWords.discarded, async () => {
          drafts.putBack(key, written, keys)
          // By its name: another new rule of the type may be open at the plain address.
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
          // Enter in a field: a rule is put in force by Save alone.
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
        <Tester draft={draft} id={id} row={id === undefined ? undefined : library.rowOf(id)} />
      </div>
    </FormProvider>
  )
}
