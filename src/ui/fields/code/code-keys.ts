import {history, indentLess, indentMore, redo, standardKeymap, toggleComment, undo} from '@codemirror/commands'
import {Compartment, Prec, type Extension} from '@codemirror/state'
import {EditorView, keymap} from '@codemirror/view'
import {forgetTypedIn} from '../../parts/typing'

/** Tab indents once something was typed or clicked on; passing through by Tab leads on, and after Esc it does again. */
export function tabLeads(): Extension {
  let leadsOn = false
  const set = (view: EditorView, isOn: boolean) => {
    leadsOn = isOn
    view.setTabFocusMode(isOn)
  }
  return [
    Prec.highest(
      EditorView.domEventHandlers({
        focus: (_event, view) => set(view, true),
        pointerup: (_event, view) => set(view, false),
        keydown(event, view) {
          if (event.key !== 'Escape' || leadsOn) return false
          set(view, true)
          // Only the next one leaves the form.
          event.preventDefault()
          return true
        },
      }),
    ),
    EditorView.updateListener.of(({transactions, view}) => {
      if (transactions.some(each => each.isUserEvent('input') || each.isUserEvent('delete'))) set(view, false)
    }),
  ]
}

/** Whether what was typed here last is what Ctrl Z takes back, or does again. */
export type MayTakeBack = (field: EventTarget, how: 'undo' | 'redo') => boolean

/** The keys of a text field, and few more: the form's own keys go on to the form. So does Ctrl Z where something else was done since. */
export function keysWith(mayTakeBack: MayTakeBack): Extension {
  function run(view: EditorView, how: 'undo' | 'redo'): boolean {
    const {contentDOM: field} = view
    if (!mayTakeBack(field, how)) return false
    const isDone = {undo, redo}[how](view)
    // The form takes it back as a whole.
    if (!isDone) forgetTypedIn(field)
    return isDone
  }
  const again = (view: EditorView) => run(view, 'redo')
  return keymap.of([
    {key: 'Mod-z', run: view => run(view, 'undo'), stopPropagation: true},
    {key: 'Mod-y', run: again, stopPropagation: true},
    {key: 'Mod-Shift-z', run: again, stopPropagation: true},
    {key: 'Tab', run: indentMore, shift: indentLess},
    {key: 'Mod-/', run: toggleComment},
    ...standardKeymap,
  ])
}

/**
 * What can be taken back here. What is typed after something else was done is taken back alone; of a text that comes from elsewhere, where it
 * is taken back, nothing before is known any more.
 */
export function createPast(isGoingOn: () => boolean): {readonly extension: Extension; forget(view: EditorView): void} {
  const place = new Compartment()
  const fresh = () => history({joinToEvent: (_change, isBeside) => isBeside && isGoingOn()})
  return {
    extension: place.of(fresh()),
    forget(view) {
      view.dispatch({effects: place.reconfigure([])})
      view.dispatch({effects: place.reconfigure(fresh())})
    },
  }
}
