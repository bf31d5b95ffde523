import {
  history,
  isolateHistory,
  historyKeymap,
  indentLess,
  indentMore,
  standardKeymap,
  toggleComment,
} from '@codemirror/commands'
import {javascriptLanguage} from '@codemirror/lang-javascript'
import {jsonLanguage} from '@codemirror/lang-json'
import {bracketMatching, indentRange, indentUnit, HighlightStyle, syntaxHighlighting} from '@codemirror/language'
import {setDiagnostics} from '@codemirror/lint'
import {Compartment, EditorState, Prec, type Extension, type Text} from '@codemirror/state'
import {EditorView, lineNumbers, keymap} from '@codemirror/view'
import {tags} from '@lezer/highlight'
import {showLineEvent, type CodeLanguage, type TextFault} from './code-language'

/** Tab indents after typing or a click. After focus by keyboard, or Esc, it moves the focus. */
function createTabHandling(): Extension {
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
          // The next Esc leaves the form.
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

const codeKeys: Extension = keymap.of([
  ...historyKeymap,
  {key: 'Tab', run: indentMore, shift: indentLess},
  {key: 'Mod-/', run: toggleComment},
  ...standardKeymap,
])

const highlighting = syntaxHighlighting(
  HighlightStyle.define([
    {tag: [tags.keyword, tags.bool, tags.null, tags.self], class: 'code-keyword'},
    {tag: [tags.string, tags.special(tags.string), tags.regexp], class: 'code-string'},
    {tag: tags.number, class: 'code-number'},
    {tag: tags.comment, class: 'code-comment'},
    {tag: tags.propertyName, class: 'code-name'},
  ]),
)

type Selection = {readonly anchor: number; readonly head: number}

type CodeEditorOptions = {
  readonly parent: HTMLElement
  readonly text: string
  readonly selection: Selection
  readonly change: (text: string) => void
  readonly onBlur: () => void
}

export type CodeEditor = ReturnType<typeof createCodeEditor>

const languages: Readonly<Record<CodeLanguage, Extension>> = {
  javascript: javascriptLanguage,
  json: jsonLanguage,
  text: [],
}

function toRange(doc: Text, {line = 1, column}: TextFault): {readonly from: number; readonly to: number} {
  const {from, to} = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const at = column === undefined ? from : Math.min(from + column - 1, to)
  return {from: at === to ? from : at, to}
}

/** Only the changed range, so that the cursor and the marks elsewhere stay. */
function getChangedRange(before: string, after: string) {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return {from: start, to: before.length - end, insert: after.slice(start, after.length - end)}
}

export function createCodeEditor({parent, text: start, selection, change, onBlur}: CodeEditorOptions) {
  const language = new Compartment()
  const attributes = new Compartment()
  let text = start
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: start,
      selection,
      extensions: [
        // Other line endings stay in the text.
        EditorState.lineSeparator.of('\n'),
        EditorView.clipboardInputFilter.of(pasted => pasted.replace(/\r\n?/g, '\n')),
        createTabHandling(),
        history(),
        codeKeys,
        lineNumbers(),
        EditorView.lineWrapping,
        indentUnit.of('  '),
        bracketMatching(),
        highlighting,
        language.of([]),
        attributes.of([]),
        EditorView.updateListener.of(({docChanged, state}) => {
          if (!docChanged) return
          const next = state.doc.toString()
          if (next === text) return
          text = next
          change(text)
        }),
        EditorView.domEventHandlers({blur: onBlur}),
      ],
    }),
  })
  const {contentDOM} = view
  contentDOM.addEventListener(showLineEvent, event => {
    const {from, to} = view.state.doc.line(Math.min((event as CustomEvent<number>).detail, view.state.doc.lines))
    view.dispatch({selection: {anchor: from, head: to}, scrollIntoView: true})
  })
  let faults: readonly TextFault[] = []
  return {
    setText(next: string) {
      if (next === text) return
      const changes = getChangedRange(text, next)
      text = next
      view.dispatch({changes, annotations: isolateHistory.of('full')})
    },
    setLanguage: (next: CodeLanguage) => view.dispatch({effects: language.reconfigure(languages[next])}),
    describe(given: Readonly<Record<string, string | undefined>>) {
      const present = Object.entries(given).filter((each): each is [string, string] => each[1] !== undefined)
      view.dispatch({
        effects: attributes.reconfigure(EditorView.contentAttributes.of(Object.fromEntries(present))),
      })
    },
    mark(next: readonly TextFault[]) {
      if (faults.length === 0 && next.length === 0) return
      faults = next
      const {doc} = view.state
      const marks = next.map(each => ({...toRange(doc, each), severity: 'error' as const, message: each.message}))
      view.dispatch(setDiagnostics(view.state, marks))
    },
    indented: () => indentRange(view.state, 0, view.state.doc.length).apply(view.state.doc).toString(),
    focus: () => view.focus(),
    hasFocus: () => view.hasFocus,
    selection: () => view.state.selection.main,
    stop: () => view.destroy(),
  }
}
