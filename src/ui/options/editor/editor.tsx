import {computed} from '@preact/signals'
import {Copy, Plus} from 'lucide-preact'
import {useEffect, useMemo, useRef} from 'preact/hooks'
import {FormProvider} from '../../fields/use-field'
import {forms} from '../../forms'
import {usePage} from '../../parts/library-context'
import {hashes} from '../../routes'
import type {Row} from '../../state/library'
import {editorWords} from '../../words'
import {goTo} from '../route'
import {ConditionCard} from './condition-card'
import {copyPair, newRule, type Draft} from './draft'
import {Head} from './head'
import {watchPressed} from './pressed'
import {Rail} from './rail'
import {save} from './save'
import {translateNow} from './translation'

type EditorProps = {
  readonly draft: Draft
  readonly id: string | undefined
  readonly row: Row | undefined
  readonly forget: () => void
}

const faulty = '[aria-invalid=true], [data-invalid]'

export function Editor({draft, id, row, forget}: EditorProps) {
  const {library, client} = usePage()
  const form = useRef<HTMLFormElement>(null)
  const press = useMemo(watchPressed, [])
  useEffect(() => press.stop, [press])
  const held = useRef(draft.shownFaults.peek())
  const context = useMemo(
    () => ({
      shownFaults: computed(() => {
        const faults = draft.shownFaults.value
        if (!press.isPressed.value) held.current = faults
        return held.current
      }),
      places: draft.places,
      touch(path: string) {
        draft.touch(path)
        // At once, or what was found in the text before would be said of the one that is there now.
        void translateNow(draft)
      },
    }),
    [draft, press],
  )
  const actions = useMemo(
    () => ({
      save: () =>
        save({
          draft,
          id,
          library,
          client,
          forget,
          // The faults are drawn first.
          focusFault: () => setTimeout(() => form.current?.querySelector<HTMLElement>(faulty)?.focus()),
        }),
      discard() {
        draft.load(row?.peek().rule ?? newRule(draft.ruleType, ''))
        if (id !== undefined) return
        forget()
        goTo(hashes.rules)
      },
    }),
    [draft, id],
  )
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      void actions.save()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [actions])

  const pairs = draft.pairs.value
  const only = pairs.length === 1 ? pairs[0] : undefined
  return (
    <FormProvider value={context}>
      <form
        class="editor"
        ref={form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void actions.save()
        }}
      >
        <Head draft={draft} id={id} row={row} discard={actions.discard} />
        <div class="editor-body">
          <div class="conditions">
            {pairs.map((each, index) => (
              <ConditionCard key={each.key} draft={draft} item={each} index={index} count={pairs.length} />
            ))}
            <div class="conditions-foot">
              <button
                type="button"
                class="add-button"
                onClick={() => {
                  const source = {key: 'url', operator: 'Contains', value: ''} as const
                  draft.setPairs((now, fresh) => [...now, fresh(forms[draft.ruleType].newPair(source))])
                }}
              >
                <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
                {editorWords.addAnother}
              </button>
              {only && (
                <button type="button" class="add-button" onClick={() => copyPair(draft, only.key)}>
                  <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
                  {editorWords.duplicateOnly}
                </button>
              )}
            </div>
          </div>
          <Rail draft={draft} row={row} />
        </div>
      </form>
    </FormProvider>
  )
}
