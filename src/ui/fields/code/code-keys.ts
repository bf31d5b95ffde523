import {historyKeymap, indentLess, indentMore, standardKeymap, toggleComment} from '@codemirror/commands'
import {Prec, type Extension} from '@codemirror/state'
import {EditorView, keymap} from '@codemirror/view'

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

/** The keys of a text field with a history of its own, and few more: the form's own keys go on to the form. */
export const codeKeys: Extension = keymap.of([
  ...historyKeymap,
  {key: 'Tab', run: indentMore, shift: indentLess},
  {key: 'Mod-/', run: toggleComment},
  ...standardKeymap,
])
