import {signal} from '@preact/signals'
import {useEffect, useLayoutEffect, useMemo, useRef} from 'preact/hooks'
import type {RunAsk} from '../../../../model/rule-code'
import {FormProvider} from '../../../hooks/use-field'
import {forms} from '../forms'
import {hasMod, getLatinLetter} from '../../../hooks/keys'
import {usePage} from '../../../state/page-context'
import {isTyping as isTypingIn} from '../../../hooks/typing'
import {hashes} from '../../../routes'
import type {UndoResult} from '../../../state/toasts'
import type {UrlDiff} from '../../../tester/url-diff'
import {getTestRequestKey} from '../../../tester/storage-keys'
import {editorTexts} from '../../../../locales/editor'
import {goTo} from '../../route'
import {useOptions} from '../../options-context'
import {freezeWhile, watchPointer} from './interaction'
import {Conditions} from './conditions'
import type {Drafts} from '../drafts/drafts'
import type {Session} from '../drafts/session'
import {Head} from './head'
import {validateDraft} from '../model/draft-validator'
import {getCreationId} from '../drafts/draft-keys'
import {Notices} from './notices'
import {Rail} from './rail'
import {save} from '../model/save'
import {Tester} from '../tester/tester'

/** Ctrl S saves. Esc in a field returns to the list; elsewhere the global shortcuts handle Esc. */
function useEditorKeys(handlers: {readonly save: () => void; readonly leave: () => void}): void {
  const current = useRef(handlers)
  current.current = handlers
  useLayoutEffect(() => {
    let completingField: EventTarget | null = null
    const onInput = ({target}: Event) => {
      completingField = target instanceof HTMLInputElement && target.list !== null ? target : null
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
      if (completingField === target) completingField = null
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

export type EditorProps = {
  readonly session: Session
  readonly drafts: Drafts
  readonly isGone: boolean
}

// A rejected file is not a fault of the rule.
const faultSelector = '[aria-invalid=true]:not([type=file]), [data-invalid]'

export function Editor({session, drafts, isGone}: EditorProps) {
  const {library, client} = usePage()
  const {browserAdapter} = useOptions()
  const {draft} = session
  const form = useRef<HTMLFormElement>(null)
  const {isPressed, stop} = useMemo(watchPointer, [])
  useEffect(() => stop, [])
  const undoSteps = useRef<(() => void)[]>([])
  // Undo needs the form. A layout effect, because the next key may be Ctrl Z.
  useLayoutEffect(() => () => undoSteps.current.forEach(forget => forget()), [])
  const getSampleKey = (at: string) => getTestRequestKey(session.id() ?? session.key(), at)
  const reportStep = (text: string, undo?: () => UndoResult | void) => {
    const forget = library.toasts.report(text, undo && (async () => undo()))
    if (undo) undoSteps.current.push(forget)
  }
  const context = useMemo(
    () => ({
      shownFaults: freezeWhile(isPressed, draft.shownFaults),
      shownProblems: freezeWhile(isPressed, draft.shownProblems),
      remoteValues: draft.conflicts.theirs,
      fields: draft.visibleFields,
      previews: signal<ReadonlyMap<string, UrlDiff>>(new Map()),
      touch(path: string) {
        draft.touch(path)
        // Immediate, or problems of the previous text would be shown for this one.
        void validateDraft(draft, browserAdapter)
      },
      reportStep,
      testRequest: signal(null),
      samples: {
        read: (at: string) => browserAdapter.storedValues.read(getSampleKey(at)).catch(() => undefined),
        write: (at: string, sample: unknown) =>
          void browserAdapter.storedValues.write(getSampleKey(at), sample).catch(() => undefined),
      },
      runCode: (ask: RunAsk) => browserAdapter.runCode(ask),
    }),
    [draft],
  )
  // The first field that needs a text, else the first empty one.
  useLayoutEffect(() => {
    if (!draft.isNew.peek()) return
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>('.conditions .field') ?? [])]
    const faultPaths = new Set(draft.faults.peek().map(({path}) => path))
    const missing = fields.find(({dataset}) => faultPaths.has(dataset['path'] ?? ''))
    ;(missing ?? fields.find(({value}) => value === ''))?.focus()
  }, [])
  const actions = useMemo(() => {
    const focus = (selector: string) => () =>
      void setTimeout(() => {
        const element = form.current?.querySelector<HTMLElement>(selector)
        element?.focus()
        element?.scrollIntoView({block: 'nearest'})
        // A code field can be higher than the form, so its error text needs its own scroll.
        element?.closest('.field-cell')?.querySelector('.error-text')?.scrollIntoView({block: 'nearest'})
      })
    return {
      save: () =>
        save({
          session,
          library,
          client,
          browserAdapter,
          focusFault: focus(faultSelector),
          focusConflict: focus('[data-clash]'),
          captureUndoSteps() {
            const captured = [...undoSteps.current]
            return () => captured.forEach(forget => forget())
          },
        }),
      discard() {
        const [key, content, keys] = [session.key(), draft.getContent(), draft.getPairKeys()]
        draft.load(draft.base.peek())
        session.flush()
        focus('[data-save]')()
        const isNew = draft.isNew.peek()
        library.toasts.report(editorTexts('draft.discarded'), async () => {
          const result = drafts.restoreDiscarded(key, content, keys)
          // Includes the draft, because the route may otherwise show another new rule of the type.
          if (isNew) goTo(hashes.newRule(draft.ruleType, {host: '', url: '', draft: getCreationId(key) ?? ''}))
          return result
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
              <Notices session={session} isGone={isGone} />
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
