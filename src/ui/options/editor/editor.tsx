import {computed} from '@preact/signals'
import {useEffect, useMemo, useRef} from 'preact/hooks'
import {FormProvider} from '../../fields/use-field'
import {forms} from '../../forms'
import {usePage} from '../../parts/library-context'
import {hashes} from '../../routes'
import {draftWords} from '../../words'
import type {Left} from '../../state/toasts'
import {goTo} from '../route'
import {useSurface} from '../surface-context'
import {Conditions} from './conditions'
import type {Drafts, Session} from './drafts'
import {useEditorKeys} from './editor-keys'
import {Head} from './head'
import {judgeNow} from './judging'
import {Notices} from './notices'
import {watchPressed} from './pressed'
import {Rail} from './rail'
import {save} from './save'
import {TesterPlace} from './tester/place'

type EditorProps = {
  readonly session: Session
  readonly drafts: Drafts
  /** The rule was deleted elsewhere. */
  readonly isGone: boolean
}

const faulty = '[aria-invalid=true], [data-invalid]'

export function Editor({session, drafts, isGone}: EditorProps) {
  const {library, client} = usePage()
  const surface = useSurface()
  const {draft} = session
  const form = useRef<HTMLFormElement>(null)
  const press = useMemo(watchPressed, [])
  useEffect(() => press.stop, [press])
  const held = useRef(draft.shownFaults.peek())
  const steps = useRef<(() => void)[]>([])
  // With the form goes what only it can take back.
  useEffect(() => () => steps.current.forEach(forget => forget()), [])
  const context = useMemo(
    () => ({
      shownFaults: computed(() => {
        const faults = draft.shownFaults.value
        if (!press.isPressed.value) held.current = faults
        return held.current
      }),
      theirs: draft.clashes.theirs,
      places: draft.places,
      touch(path: string) {
        draft.touch(path)
        // At once, or what was found in the text before would be said of the one that is there now.
        void judgeNow(draft, surface)
      },
      step(text: string, putBack: () => Left | void) {
        steps.current.push(library.toasts.report(text, async () => putBack()))
      },
    }),
    [draft, press],
  )
  const actions = useMemo(() => {
    // What it goes to is drawn first.
    const focus = (selector: string) => () =>
      void setTimeout(() => form.current?.querySelector<HTMLElement>(selector)?.focus())
    return {
      save: () =>
        save({session, library, client, surface, focusFault: focus(faulty), focusClash: focus('[data-clash]')}),
      discard() {
        const [key, written] = [session.key(), draft.written()]
        draft.load(draft.base.peek())
        session.flush()
        focus('[data-save]')()
        const isNew = draft.isNew.peek()
        library.toasts.report(draftWords.discarded, async () => {
          drafts.putBack(key, written)
          if (isNew) goTo(hashes.newRule(draft.ruleType))
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
              <Notices session={session} isGone={isGone} />
              <Conditions draft={draft} />
              {Shared && <Shared />}
            </div>
            <Rail session={session} />
          </div>
        </form>
        <TesterPlace draft={draft} id={id} row={id === undefined ? undefined : library.rowOf(id)} />
      </div>
    </FormProvider>
  )
}
